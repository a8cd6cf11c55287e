// Payment search parameters; loaded first by the router.
import { idIn, strictly } from '../../../lib/search.ts';

export interface AllocationSearch {
  customer?: number | undefined;
  /** Invoice paid first. */
  invoice?: number | undefined;
  /** The basis of the payment. */
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
