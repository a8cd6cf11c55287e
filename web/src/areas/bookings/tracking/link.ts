// Reads which consignment a tracking link is about from the address's fragment, which no server ever sees, and writes one.

export interface Wanted {
  connote: string;
  postCode: string;
}

/** What the link says; empty where it says nothing. */
export function wantedOf(hash: string): Wanted {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  return { connote: (parts.get('connote') ?? '').trim(), postCode: (parts.get('postcode') ?? '').trim() };
}

/** The fragment of a link that opens the consignment at once. */
export const trackHash = ({ connote, postCode }: Wanted): string => new URLSearchParams({ connote: connote.trim(), postcode: postCode.trim() }).toString();
