// Tests of tables read, matched and written in the browser.
import { expect, test } from 'vitest';
import { ApiError } from '@waybill/plugin';
import { workbook } from '../../../e2e/workbook.ts';
import { namesIn, recognised } from './matching.ts';
import {
  columnsMissedIn,
  notesOf,
  readSheet,
  recordsOf,
  rejectedLines,
  tableToSend,
  templateOf,
  UNCHANGED,
  YES_NO,
  zeroKey,
  type ImportSpec,
} from './spec.ts';

const TABLE: ImportSpec = {
  name: 'places',
  columns: [
    { id: 'name', header: 'Name', needed: true, example: 'Dock' },
    { id: 'postCode', header: 'Postcode', also: ['plz'], example: '0800' },
    { id: 'weight', header: 'Weight', kind: 'number' },
    { id: 'day', header: 'First day', kind: 'day' },
    { id: 'isActive', header: 'Active', options: YES_NO, example: 'true' },
    { id: 'countryCode', header: 'Country' },
  ],
  record: ['name'],
  postcodes: { columns: ['postCode'], country: 'countryCode' },
};
const GERMAN = {
  Weight: 'Gewicht',
  'First day': 'Erster Tag',
  Active: 'Aktiv',
  Yes: 'Ja',
  No: 'Nein',
};
const names = namesIn([GERMAN], (text) => text);
const t = (text: string, values: Record<string, string> = {}) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
const fileOf = (content: BlobPart) => new File([content], 'places.csv');
const read = async (content: BlobPart) => {
  const sheet = await readSheet(fileOf(content), TABLE.columns, names);
  if (!sheet) throw new Error('no table');
  return { sheet, mapping: recognised(sheet.headings, TABLE.columns, names) };
};
const wide = (text: string) => {
  const bytes = new Uint8Array(text.length * 2);
  for (const [at, letter] of [...text].entries())
    new DataView(bytes.buffer).setUint16(at * 2, letter.codePointAt(0) ?? 0, true);
  return bytes;
};

const TEXT =
  'Standorte im Januar\r\n\r\n' +
  'PLZ;Name;Gewicht;Farbe;Erster Tag;Aktiv\r\n800;Dock;1.234,5;rot;31.01.2026;Nein\r\n\r\n' +
  '3121;Lager;2,5;blau;;Ja\r\n';

test('a German table is written with the headings and values of the server', async () => {
  const { sheet, mapping } = await read(TEXT);
  expect(mapping).toEqual(['postCode', 'name', 'weight', '', 'day', 'isActive']);
  const sent = tableToSend(
    sheet,
    mapping,
    TABLE,
    { ...UNCHANGED, zeros: new Map([[zeroKey('AU', '800'), '0800']]) },
    { names, country: 'AU' },
  );
  expect(await sent.file.text()).toBe(
    'postCode,name,weight,day,isActive\r\n0800,Dock,1234.5,2026-01-31,false\r\n' +
      '3121,Lager,2.5,,true\r\n',
  );
  expect(sent.lines).toEqual([4, 6]);
});

test.each([
  ['Name;Gewicht\nA;1.250\nB;2,5\n', ['1250', '2.5']],
  ['Name;Gewicht\nA;1.250\n', ['1250']],
  ['Name;Gewicht\nA;1.250\nB;2.5\n', ['1.250', '2.5']],
  ['Name\tWeight\nA\t1.250\n', ['1.250']],
  ['Name\tWeight\nA\t1.250\nB\t2,5\n', ['1250', '2.5']],
  ['Name,Weight\nA,1.250\nB,"1,250"\nC,"2,5"\n', ['1.250', '1250', '2.5']],
])('numbers of %j have the decimal sign of the table', async (text, weights) => {
  const { sheet, mapping } = await read(text);
  const sent = tableToSend(sheet, mapping, TABLE, UNCHANGED, { names, country: 'AU' });
  const [, ...lines] = (await sent.file.text()).trim().split('\r\n');
  expect(lines.map((line) => line.split(',')[1])).toEqual(weights);
});

test('Windows-1252 and UTF-16 are read as UTF-8 is', async () => {
  const text = 'Name;PLZ\r\nK\u00f6ln;50667\r\n';
  const windows = Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  for (const content of [text, windows, wide(`\uFEFF${text}`), wide(text)])
    expect((await read(content)).sheet.rows[0]?.cells).toEqual(['K\u00f6ln', '50667']);
});

test('unknown headings below a title are found by their width', async () => {
  const { sheet } = await read('Konto 12\n\nTag;Summe;Zahler\n02.03.2026;1;Bluegum\n');
  expect(sheet.headings).toEqual(['Tag', 'Summe', 'Zahler']);
  expect(sheet.rows.map(({ line }) => line)).toEqual([4]);
});

test('a workbook is read with the numbers of its rows', async () => {
  const bytes = new Uint8Array(workbook([['Name', 'PLZ'], [], ['Dock', 800]]));
  const { sheet } = await read(bytes);
  expect(sheet.rows).toEqual([{ line: 3, cells: ['Dock', '800'] }]);
  expect(sheet.isWorkbook).toBe(true);
});

test('errors name the row of the spreadsheet and the column in words', async () => {
  const { sheet, mapping } = await read(TEXT);
  const inFile = { sheet, mapping, lines: [4, 6] };
  expect(
    notesOf(
      [
        { index: 2, message: 'postCode is unknown; weight (C3) must be above 0; and small' },
        { index: 1, column: 'name', message: 'is required' },
        { index: 0, message: 'lacks these columns: “name”, “post code”' },
      ],
      TABLE,
      t,
      inFile,
    ),
  ).toEqual([
    { index: 5, column: 'Postcode', cell: null, message: 'is unknown' },
    { index: 5, column: 'Weight', cell: null, message: 'must be above 0; and small' },
    { index: 3, column: 'Name', cell: null, message: 'is required' },
    { index: 0, message: 'The file has no column for Name, Postcode.' },
  ]);
  const workbookNotes = notesOf([{ index: 1, column: 'weight', message: 'is odd' }], TABLE, t, {
    ...inFile,
    sheet: { ...sheet, isWorkbook: true },
  });
  expect(workbookNotes[0]).toMatchObject({ cell: 'C4', column: 'Weight' });
});

test('columns that a refused call misses are known', () => {
  const refused = new ApiError(400, 'Invalid', {
    validationErrors: [
      {
        members: ['fileId'],
        message: 'lacks these columns: “name”, “post code”',
        template: 'lacks these columns: {missing}',
        parameters: { missing: '“name”, “post code”' },
      },
    ],
  });
  expect(columnsMissedIn(refused)).toEqual(['name', 'postCode']);
  expect(columnsMissedIn(new ApiError(400, 'Invalid'))).toBeNull();
});

test('a line with an error is left out with its whole record', async () => {
  const { sheet, mapping } = await read('Name,PLZ\nA,1\nB,2\na,3\n');
  expect([...recordsOf(new Set([4]), sheet, mapping, TABLE)]).toEqual([2, 4]);
  const sent = tableToSend(
    sheet,
    mapping,
    TABLE,
    { ...UNCHANGED, skipped: new Set([2, 4]) },
    { names, country: 'AU' },
  );
  expect(await sent.file.text()).toBe('name,postCode\r\nB,2\r\n');
});

test('rejected lines are downloaded as they were, with their reasons', async () => {
  const { sheet } = await read(TEXT);
  expect(await rejectedLines(sheet, new Map([[6, 'Postcode: is unknown']]), 'Reason').text()).toBe(
    'PLZ,Name,Gewicht,Farbe,Erster Tag,Aktiv,Reason\r\n' +
      '3121,Lager,"2,5",blau,,Ja,Postcode: is unknown\r\n',
  );
});

test('the template has headings in words and an example that is read back', async () => {
  const german = (text: string) => (GERMAN as Record<string, string>)[text] ?? text;
  const blob = templateOf(TABLE, german);
  expect(await blob.text()).toBe(
    'Name,Postcode,Gewicht,Erster Tag,Aktiv,Country\r\nDock,0800,,,Ja,\r\n',
  );
  const { sheet, mapping } = await read(blob);
  expect(mapping).toEqual(TABLE.columns.map(({ id }) => id));
  const sent = tableToSend(sheet, mapping, TABLE, UNCHANGED, { names, country: 'AU' });
  expect(await sent.file.text()).toContain('Dock,0800,,,true,');
});
