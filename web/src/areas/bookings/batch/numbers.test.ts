// Tests of numbers in the batch sheet: of files, pasted and typed.
import { afterEach, expect, it } from 'vitest';
import { workbook } from '../../../../e2e/workbook.ts';
import { inLanguage, readerOf } from '../../../../test/reader.ts';
import { mapped } from '../../../kit/import/matching.ts';
import { linesOfFile } from '../../../kit/import/table.ts';
import { exportCell, readPasted, readRows } from './numbers.ts';
import { bookingOf, problemsOf, type Row, type Shared } from './rows.ts';

const shared: Shared = {
  customerId: 7,
  sender: { companyName: 'Us', suburb: 'Richmond', postCode: '3121' },
  countryCode: 'AU',
  packageTypes: [{ code: 'CTN', name: 'Carton' }],
  isAsGiven: false,
  lostZeros: new Map(),
};
const row = (cells: Record<string, string>): Row => ({
  key: 1,
  cells: {
    'to.companyName': 'Them',
    'to.addressLine1': '1 High St',
    'to.suburb': 'Darwin City',
    'to.postCode': '0800',
    quantity: '2',
    packageType: 'cartons',
    length: '40',
    width: '30',
    height: '25',
    weight: '12.5',
    ...cells,
  },
});

afterEach(() => readerOf('en'));
const fileOf = async (content: BlobPart) => {
  const { lines, hasCommas } = await linesOfFile(new File([content], 'rows.csv'));
  return readRows(mapped(lines.slice(1), ['weight', 'length', 'reference']), hasCommas);
};
const booked = (cells: Record<string, string>) => {
  expect(problemsOf(row(cells), shared)).toEqual([]);
  const [item] = bookingOf(row(cells), shared).items;
  return [item?.weight.value, item?.length.value];
};

it.each(['en', 'de'])(
  'numbers of a file have its own decimal sign, for a reader of %s',
  async (reader) => {
    const german = 'Gewicht;Länge;Nr\n12,5;1.250;1,5\n1.234,75;40;2\n';
    readerOf(reader);
    const [first = {}, second = {}] = await fileOf(german);
    expect([booked(first), booked(second)]).toEqual([
      [12.5, 1250],
      [1234.75, 40],
    ]);
    expect(first['reference']).toBe('1,5');
    // All of them have two meanings: semicolons stand where decimals have commas.
    expect((await fileOf('Gewicht;Länge;Nr\n1.250;40;1\n')).map(booked)).toEqual([[1250, 40]]);
    const english = 'Weight,Length,No\n12.5,"1,250",1\n1.125,40,2\n';
    expect((await fileOf(english)).map(booked)).toEqual([
      [12.5, 1250],
      [1.125, 40],
    ]);
    const sheet = new Uint8Array(
      workbook([
        ['Weight', 'Length'],
        [12.5, 1.125],
      ]),
    );
    expect((await fileOf(sheet)).map(booked)).toEqual([[12.5, 1.125]]);
  },
);

it('pasted numbers have the sign of their block', () => {
  const paste = (...texts: string[]) =>
    readPasted(texts.map((text, at) => ({ row: at, column: 'weight', text }))).map(
      ({ text }) => text,
    );
  expect(paste('12,5', '1,250')).toEqual(['12.5', '1.25']);
  expect(paste('12.5', '1,250')).toEqual(['12.5', '1,250']);
  expect(readPasted([{ row: 0, column: 'reference', text: '12,5' }])[0]?.text).toBe('12,5');
  inLanguage('de', () => {
    expect(paste('12.5', '1.250')).toEqual(['12.5', '1,25']);
    expect(paste('1.250')).toEqual(['1.250']);
  });
});

it('numbers of an unknown sign are errors, never another weight', () => {
  const problem = (weight: string) => problemsOf(row({ weight }), shared)[0]?.message;
  expect(problem('12,5')).toBe('12,5 is not a number: write decimals with a point');
  expect(problem('heavy')).toBe('Enter a number above 0');
  inLanguage('de', () => {
    expect(problem('12,5')).toBeUndefined();
    expect(problem('1.250')).toBe('1.250 is not a number: write decimals with a comma');
  });
});

it('numbers are exported with a point', () => {
  expect(inLanguage('de', () => exportCell('weight', '12,5'))).toBe(12.5);
  expect([exportCell('weight', 'heavy'), exportCell('reference', '12,5')]).toEqual([
    'heavy',
    '12,5',
  ]);
});
