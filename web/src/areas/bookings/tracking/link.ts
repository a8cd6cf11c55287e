// Tracking links. The fragment never reaches a server.

export interface TrackingQuery {
  connote: string;
  postCode: string;
}

export function parseTrackingLink(hash: string): TrackingQuery {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    connote: (parts.get('connoteNumber') ?? '').trim(),
    postCode: (parts.get('postCode') ?? '').trim(),
  };
}

export const trackHash = ({ connote, postCode }: TrackingQuery): string =>
  new URLSearchParams({ connoteNumber: connote.trim(), postCode: postCode.trim() }).toString();
