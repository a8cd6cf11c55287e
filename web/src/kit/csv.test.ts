// Tests of CSV cells.
import { expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ["'=1+1", "''=1+1"],
  ["'plain", "'plain"],
  ['\n=1+1', '"\'\n=1+1"'],
  ['@cmd,x', '"\'@cmd,x"'],
  [-12.5, '-12.5'],
  [null, ''],
  [undefined, ''],
  [true, 'true'],
])('writes %j as %s', (value, cell) => expect(csvCell(value)).toBe(cell));

it('ends a line as spreadsheets expect', () =>
  expect(csvLine(['A1', 2.5, 'Weight, kg'])).toBe('A1,2.5,"Weight, kg"\r\n'));
