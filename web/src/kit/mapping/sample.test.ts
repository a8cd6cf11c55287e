// Tests of sample parsing and heading guesses.
import { expect, test } from 'vitest';
import {
  cells,
  columnsOf,
  decode,
  guess,
  mappingOf,
  preview,
  readSample,
  type Fields,
} from './sample.ts';

type Field = 'consignmentId' | 'reference' | 'chargedWeight' | 'amount' | 'tax';
const FIELDS: Fields<Field> = {
  titles: {
    consignmentId: 'Consignment',
    reference: 'Reference',
    chargedWeight: 'Weight',
    amount: 'Amount',
    tax: 'Tax',
  },
  names: {
    consignmentId: ['connoteno', 'connote'],
    reference: ['ref'],
    chargedWeight: ['chargeableweight'],
    amount: ['amountexgst', 'amount'],
    tax: ['tax', 'gst'],
  },
};
const NO_MAPPING = mappingOf(FIELDS);

test('a table is read by the separator of its headings', () => {
  const sample = readSample(
    '\uFEFFFrachtbrief Nr;Gebühr;Gewicht\r\nABC1;1.234,50;10\r\n\r\n"A;""B""\nC";2;3\n',
  );
  expect(sample).toEqual({
    headings: ['Frachtbrief Nr', 'Gebühr', 'Gewicht'],
    rows: [
      ['ABC1', '1.234,50', '10'],
      ['A;"B"\nC', '2', '3'],
    ],
  });
  expect(readSample('a letter, no table\n')?.headings).toEqual(['a letter', 'no table']);
  expect(readSample('one\ntwo\n')).toBeNull();
  expect(readSample('')).toBeNull();
});

test('only the first rows are kept', () => {
  const text = `a\tb\n${'1\t2\n'.repeat(100)}`;
  expect(readSample(text)?.rows).toHaveLength(5);
  expect(cells('a,b', ',', 9)).toEqual([['a', 'b']]);
});

test('letters of older spreadsheets are read', () => {
  expect(decode(new Uint8Array([0x47, 0x65, 0x62, 0xfc, 0x68, 0x72]))).toBe('Gebühr');
  expect(decode(new TextEncoder().encode('Gebühr'))).toBe('Gebühr');
  expect(decode(new Uint8Array([0xff, 0xfe, 0x41, 0x00]))).toBe('A');
  // A cut character does not change the detected encoding.
  expect(decode(new TextEncoder().encode('Gebühr ü').slice(0, -1))).toBe('Gebühr ');
});

test('headings are recognised, each once', () => {
  const mapping = guess(
    ['Connote No', 'GST', 'Amount ex GST', 'Chargeable_Weight', 'Invoice', 'Amount'],
    FIELDS,
  );
  expect(mapping).toEqual({
    ...NO_MAPPING,
    consignmentId: 'Connote No',
    tax: 'GST',
    amount: 'Amount ex GST',
    chargedWeight: 'Chargeable_Weight',
  });
});

test('the preview shows what will be read', () => {
  const sample = { headings: ['Connote', 'Net', 'tax'], rows: [['A1', '10', '1'], ['A2']] };
  expect(preview(sample, { ...NO_MAPPING, consignmentId: 'connote', amount: 'Netto' })).toEqual([
    { field: 'consignmentId', missing: false, values: ['A1', 'A2'] },
    { field: 'amount', missing: true, values: ['', ''] },
    { field: 'tax', missing: false, values: ['1', ''] },
  ]);
});

test('a template keeps what was mapped and shows it again', () => {
  const columns = columnsOf({ ...NO_MAPPING, tax: ' GST ', reference: ' ' });
  expect(columns).toEqual([{ field: 'tax', heading: 'GST' }]);
  expect(mappingOf(FIELDS, columns)).toEqual({ ...NO_MAPPING, tax: 'GST' });
});
