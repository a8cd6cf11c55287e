// Search parameters of card payment; separate, since the router loads them first.
import { idIn, strictly } from '../../../lib/search.ts';

export interface PaySearch {
  customer?: number | undefined;
  /** The invoice that one comes from: it is chosen already. */
  invoice?: number | undefined;
}

export const parsePay = strictly<PaySearch>(['customer', 'invoice'], ({ customer, invoice }) => ({
  customer: idIn(customer),
  invoice: idIn(invoice),
}));
