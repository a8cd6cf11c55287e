// Quote search parameters.
import { strictly } from '../../lib/search.ts';

export interface QuoteSearch {
  customer?: number;
  /** A booking to price and book. */
  booking?: number;
  /** A booking to copy. */
  copy?: number;
}

export const parseQuoteSearch = strictly<QuoteSearch>(['customer', 'booking', 'copy'], (raw) => {
  const id = (name: keyof QuoteSearch): QuoteSearch => {
    const value = Number(raw[name]);
    return Number.isSafeInteger(value) && value > 0 ? { [name]: value } : {};
  };
  return { ...id('customer'), ...id('booking'), ...id('copy') };
});
