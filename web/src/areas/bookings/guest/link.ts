// Reads which booking a mailed link is about from the address's fragment, which no server ever
// sees.

export interface GuestLink {
  bookingId: number | null;
  email: string;
  token: string;
}

/** Parses a guest link; invalid numbers are left out. */
export function guestLink(hash: string): GuestLink {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const bookingId = Number(parts.get('bookingId'));
  return {
    bookingId: Number.isSafeInteger(bookingId) && bookingId > 0 ? bookingId : null,
    email: parts.get('email') ?? '',
    token: parts.get('token') ?? '',
  };
}
