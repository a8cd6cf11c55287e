// What the address of the quote screen can carry: the customer to begin with, or a booking to begin from.
export interface QuoteSearch {
  customer?: number;
  /** A draft or quoted booking that gets a price here; what is booked is this booking. */
  booking?: number;
  /** A booking to make another one like. */
  copy?: number;
}

export function parseQuoteSearch(raw: Record<string, unknown>): QuoteSearch {
  const id = (name: keyof QuoteSearch): QuoteSearch => {
    const value = Number(raw[name]);
    return Number.isSafeInteger(value) && value > 0 ? { [name]: value } : {};
  };
  return { ...id('customer'), ...id('booking'), ...id('copy') };
}
