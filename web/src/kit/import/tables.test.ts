// Tests of each imported table: its headings in other languages and orders, and its template.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BANK_FIELDS } from '../../areas/finance/bank/model.ts';
import { ADDRESS_TABLE, CUSTOMER_TABLE, PRODUCT_TABLE } from '../../areas/customers/tables.ts';
import { RATE_TABLE, ZONE_TABLE } from '../../areas/rates/tables.ts';
import { INVOICE_FIELDS } from '../../areas/reconciliation/settings/fields.ts';
import type { Texts } from '../../lib/i18n.ts';
import type { Fields } from '../mapping/sample.ts';
import { fileForTemplate } from './MatchFile.tsx';
import { missingColumns, namesIn, recognised, type ImportColumn } from './matching.ts';
import { readSheet, templateOf, type ImportSpec } from './spec.ts';

const textsOf = (name: string): Texts =>
  JSON.parse(
    readFileSync(
      `${import.meta.dirname}/../../../../host/areas/languages/texts/${name}.json`,
      'utf8',
    ),
  ) as Texts;
const LANGUAGES = { de: textsOf('de'), es: textsOf('es'), ar: textsOf('ar') };
const names = namesIn(Object.values(LANGUAGES), (text) => text);
const columnsOf = (fields: Fields<string>): ImportColumn[] =>
  Object.entries(fields.titles).map(([id, header]) => ({
    id,
    header,
    also: fields.names[id] ?? [],
  }));

const TABLES: [ImportSpec, string, readonly string[]][] = [
  [ADDRESS_TABLE, 'PLZ;Ort;Bezeichnung;Firma', ['postCode', 'suburb', 'name', 'companyName']],
  [CUSTOMER_TABLE, 'PLZ;Kunde;Kundennummer', ['postCode', 'companyName', 'code']],
  [PRODUCT_TABLE, 'Gewicht;SKU;Nombre', ['weight', 'productCode', 'name']],
  [ZONE_TABLE, 'PLZ von;PLZ bis;Zona', ['postCode', 'postCodeTo', 'zone']],
  [
    RATE_TABLE,
    'Origen;Destino;Servicio;Calculation method;Rate type;Hasta;Precio',
    ['fromZone', 'toZone', 'service', 'calculationMethod', 'rateType', 'break', 'value'],
  ],
];

test.each(TABLES)(
  'the columns of $name are found in any order and language',
  (table, line, ids) => {
    expect(recognised(line.split(';'), table.columns, names)).toEqual(ids);
    for (const texts of Object.values(LANGUAGES)) {
      const headings = table.columns.map(({ header }) => texts[header] ?? header).toReversed();
      const mapping = recognised(headings, table.columns, names);
      expect(mapping).toEqual(table.columns.map(({ id }) => id).toReversed());
    }
  },
);

test.each(TABLES)('a template of $name fills what is needed', async (table) => {
  const sheet = await readSheet(
    new File([templateOf(table, (text) => LANGUAGES.de[text] ?? text)], 'template.csv'),
    table.columns,
    names,
  );
  const mapping = recognised(sheet?.headings ?? [], table.columns, names);
  expect(missingColumns(mapping, table.columns)).toEqual([]);
  for (const { id, needed } of table.columns)
    if (needed) expect(sheet?.rows[0]?.cells[mapping.indexOf(id)], id).toBeTruthy();
});

test.each([
  [
    BANK_FIELDS as Fields<string>,
    'Buchungstag;Verwendungszweck;Betrag\n31.01.2026;INV-7;12,50\n',
    'date,description,amount,Kunde\r\n31.01.2026,INV-7,"12,50",\r\n',
  ],
  [
    INVOICE_FIELDS as Fields<string>,
    'Gebühr;Frachtbrief Nr;MwSt\n10;ABC;1\n',
    'taxExclusiveAmount,consignmentId,tax,Kunde\r\n10,ABC,1,\r\n',
  ],
])('a file is written for the template that reads it', async (fields, text, written) => {
  const columns = columnsOf(fields);
  const sheet = await readSheet(new File([text], 'file.txt'), columns, names);
  if (!sheet) throw new Error('no table');
  const mapping = recognised(sheet.headings, columns, names);
  const file = fileForTemplate(sheet, mapping, [{ field: 'payer', heading: 'Kunde' }] as never);
  expect(await file.text()).toBe(written);
  expect(file.name).toBe('file.csv');
});
