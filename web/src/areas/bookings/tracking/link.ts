// Reads and writes tracking links. The consignment is in the fragment, which is never sent to a
// server.

export interface TrackingQuery {
  connote: string;
  postCode: string;
}

/** Parses the link; empty fields when missing. */
export function parseTrackingLink(hash: string): TrackingQuery {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    connote: (parts.get('connoteNumber') ?? '').trim(),
    postCode: (parts.get('postCode') ?? '').trim(),
  };
}

/** The fragment of a link that opens the consignment at once. */
export const trackHash = ({ connote, postCode }: TrackingQuery): string =>
  new URLSearchParams({ connoteNumber: connote.trim(), postCode: postCode.trim() }).toString();
