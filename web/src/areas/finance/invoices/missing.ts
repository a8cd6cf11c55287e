// Data an e-invoice lacks.
import { translateMessage } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import { msg, t } from '../../../lib/i18n.ts';

const NAMES: Record<string, string> = {
  'customer.abn': msg('The customer’s ABN or NZBN'),
  'billing.taxVatNo': msg('Your tax number'),
  'billing.legalName': msg('Your legal name'),
  invoiceDetails: msg('The invoice'),
};

/** `The customer’s ABN or NZBN is missing: …`. */
export function missingText(warning: Schema<'FieldMessage'>): string {
  const name = NAMES[warning.members[0] ?? ''] ?? NAMES['invoiceDetails'] ?? '';
  return t('{field} {problem}.', { field: t(name), problem: translateMessage(warning) });
}
