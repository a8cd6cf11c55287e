// Card payment search; loaded first by the router.
import { idIn, strictly } from '../../../lib/search.ts';

export interface PaySearch {
  customer?: number | undefined;
  /** Preselected invoice. */
  invoice?: number | undefined;
}

export const parsePay = strictly<PaySearch>(['customer', 'invoice'], ({ customer, invoice }) => ({
  customer: idIn(customer),
  invoice: idIn(invoice),
}));
