// Maps server errors to invoices.
import type { ApiError } from '@waybill/plugin';
import type { Share } from './allocation.ts';

/** Parses `allocatedInvoicePayments[2].amount`. */
export const shareAt = (member: string): number | null => {
  const at = /^(?:allocatedInvoicePayments|allocatedInvoiceCredits|invoicePayments)\[(\d+)\]/.exec(
    member,
  )?.[1];
  return at === undefined ? null : Number(at);
};

export function refusals(error: ApiError, shares: readonly Share[]): Map<number, string> {
  const all = new Map<number, string>();
  for (const { message, members } of error.validationErrors) {
    for (const member of members) {
      const share = shares[shareAt(member) ?? -1];
      if (share) all.set(share.invoiceId, message);
    }
  }
  return all;
}
