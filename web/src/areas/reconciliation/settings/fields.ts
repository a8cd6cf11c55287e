// Carrier invoice fields.
import type { Schema } from '../../../api/types.ts';
import type { LineNote } from '../../../kit/import/calls.ts';
import type { Fields } from '../../../kit/mapping/sample.ts';
import { msg, useT, type Translate } from '../../../lib/i18n.ts';

export type InvoiceField = Schema<'InvoiceField'>;

export const FIELDS: Record<InvoiceField, string> = {
  consignmentId: msg('Consignment'),
  reference: msg('Reference'),
  serviceCode: msg('Service code'),
  serviceName: msg('Service name'),
  chargedWeight: msg('Charged weight'),
  chargedVolume: msg('Charged volume'),
  taxExclusiveAmount: msg('Amount before tax'),
  tax: msg('Tax'),
  invoiceNumber: msg('Invoice number'),
  invoiceDate: msg('Invoice date'),
};

const NAMES: Record<InvoiceField, readonly string[]> = {
  consignmentId: [
    'consignmentid',
    'consignment',
    'connote',
    'connoteno',
    'connotenumber',
    'consignmentnumber',
    'consignmentno',
    'frachtbrief',
    'frachtbriefnr',
    'waybill',
    'awb',
    'trackingnumber',
  ],
  reference: [
    'reference',
    'customerreference',
    'custref',
    'ref',
    'ordernumber',
    'ponumber',
    'referenz',
  ],
  serviceCode: ['servicecode', 'service', 'product', 'chargecode', 'chargetype'],
  serviceName: ['servicename', 'servicedescription', 'description', 'chargedescription'],
  chargedWeight: [
    'chargedweight',
    'chargeableweight',
    'weight',
    'billedweight',
    'gewicht',
    'weightkg',
    'kg',
  ],
  chargedVolume: ['chargedvolume', 'volume', 'cubic', 'cube', 'm3', 'cubicmetres'],
  taxExclusiveAmount: [
    'taxexclusiveamount',
    'amountexgst',
    'exgst',
    'amountextax',
    'netamount',
    'net',
    'charge',
    'amount',
    'total',
    'freight',
    'gebuhr',
    'betrag',
  ],
  tax: ['tax', 'gst', 'vat', 'taxamount', 'gstamount', 'mwst'],
  invoiceNumber: ['invoicenumber', 'invoiceno', 'invoice', 'rechnungsnummer'],
  invoiceDate: ['invoicedate', 'date', 'rechnungsdatum'],
};

export const INVOICE_FIELDS: Fields<InvoiceField> = { titles: FIELDS, names: NAMES };

/** What a mapping of columns still needs. */
export const lackingInvoiceField = (
  has: (field: InvoiceField) => boolean,
  t: Translate,
): string | null =>
  !has('taxExclusiveAmount')
    ? t('No column has the amount before tax.')
    : !has('consignmentId') && !has('reference')
      ? t('No column names the consignment or its reference.')
      : null;

const isField = (word: string | undefined): word is InvoiceField =>
  word !== undefined && word in FIELDS;

/** Names the column of a line's error. */
export function useFieldNames(): (note: LineNote) => LineNote {
  const t = useT();
  return (note) => (isField(note.column) ? { ...note, column: t(FIELDS[note.column]) } : note);
}
