// Reads which consignment a tracking link is about from the address's fragment, which no server ever sees, and writes one,
// as mails and papers do.

export interface Wanted {
  connote: string;
  postCode: string;
}

/** What the link says; empty where it says nothing. */
export function wantedOf(hash: string): Wanted {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    connote: (parts.get('connoteNumber') ?? '').trim(),
    postCode: (parts.get('postCode') ?? '').trim(),
  };
}

/** The fragment of a link that opens the consignment at once. */
export const trackHash = ({ connote, postCode }: Wanted): string =>
  new URLSearchParams({ connoteNumber: connote.trim(), postCode: postCode.trim() }).toString();
