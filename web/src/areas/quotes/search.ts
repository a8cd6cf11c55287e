// What the address of the quote screen can carry: the customer to begin with, or a booking to begin from.
import { strictly } from '../../lib/search.ts';

export interface QuoteSearch {
  customer?: number;
  /** A draft or quoted booking that gets a price here; what is booked is this booking. */
  booking?: number;
  /** A booking to make another one like. */
  copy?: number;
}

export const parseQuoteSearch = strictly<QuoteSearch>(['customer', 'booking', 'copy'], (raw) => {
  const id = (name: keyof QuoteSearch): QuoteSearch => {
    const value = Number(raw[name]);
    return Number.isSafeInteger(value) && value > 0 ? { [name]: value } : {};
  };
  return { ...id('customer'), ...id('booking'), ...id('copy') };
});
