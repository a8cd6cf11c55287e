// Tests of parsing holidays.
import { expect, it } from 'vitest';
import { readDay, readDays, withDays, writingOf } from './holidays.ts';

const english = writingOf('en', '25 Dec 2026');
const american = writingOf('en', 'Dec 25, 2026');
const german = writingOf('de', '25. Dez. 2026');
const spanish = writingOf('es', '25 dic 2026');
const arabic = writingOf('ar', '25 ديسمبر 2026');

it.each([
  ['2026-12-25', english],
  ['2026/12/25', american],
  ['25/12/2026', english],
  ['12/25/2026', american],
  ['25.12.2026', german],
  ['25. 12. 2026', german],
  ['Friday 25 December 2026', english],
  ['Christmas Day\t25 Dec 2026', english],
  ['25-Dec-2026', english],
  ['December 25, 2026', american],
  ['Freitag, 25. Dezember 2026', german],
  ['viernes, 25 de diciembre de 2026', spanish],
  ['25 ديسمبر 2026', arabic],
])('%s is the 25th of December', (line, writing) => {
  expect(readDay(line, writing)).toBe('2026-12-25');
});

it.each([
  'Christmas',
  '31/02/2026',
  '25/12',
  '25/12/26',
  '2026-13-01',
  '32 December 2026',
  'December 2026',
])('%s is no day', (line) => {
  expect(readDay(line, english)).toBeNull();
});

it('reads a word that names a month and a holiday', () => {
  expect(readDay('May Day, Monday 3 May 2027', english)).toBe('2027-05-03');
});

it('tells the lines that it could not read', () => {
  expect(readDays('2026-12-25\r\n\n  Boxing Day \n26/12/2026\n', english)).toEqual({
    days: ['2026-12-25', '2026-12-26'],
    unread: ['Boxing Day'],
  });
});

it('keeps each day once and in order, and tells what came again', () => {
  expect(
    withDays(['2026-12-26', '2027-01-01'], ['2026-12-25', '2027-01-01', '2026-12-25']),
  ).toEqual({
    days: ['2026-12-25', '2026-12-26', '2027-01-01'],
    added: ['2026-12-25'],
    duplicates: ['2026-12-25', '2027-01-01'],
  });
});
