// What the columns of an invoice say, and what people call it.
import type { Schema } from '../../../api/types.ts';
import type { LineNote } from '../../../kit/import/calls.ts';
import { msg, useT } from '../../../lib/i18n.ts';

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

export const FIELD_IDS = Object.keys(FIELDS) as InvoiceField[];

const isField = (word: string | undefined): word is InvoiceField => word !== undefined && word in FIELDS;

/** An error of a line with its column as people call it. */
export function useFieldNames(): (note: LineNote) => LineNote {
  const t = useT();
  return (note) => (isField(note.column) ? { ...note, column: t(FIELDS[note.column]) } : note);
}
