// Search parameters of new payments and remittance advices; separate, since the router loads them
// first.
import { idIn, strictly } from '../../../lib/search.ts';

export interface AllocationSearch {
  customer?: number | undefined;
  /** The invoice that one comes from: it is paid first. */
  invoice?: number | undefined;
  /** The remittance advice that the payment answers. */
  remittance?: string | undefined;
}

export const parseAllocation = strictly<AllocationSearch>(
  ['customer', 'invoice', 'remittance'],
  ({ customer, invoice, remittance }) => ({
    customer: idIn(customer),
    invoice: idIn(invoice),
    remittance:
      typeof remittance === 'string' && remittance !== '' && remittance.length <= 64
        ? remittance
        : undefined,
  }),
);
