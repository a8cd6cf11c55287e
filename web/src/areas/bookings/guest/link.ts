// Parses booking links; the fragment never reaches a server.

export interface GuestLink {
  bookingId: number | null;
  email: string;
  token: string;
  /** Set right after booking. */
  isBooked: boolean;
}

/** Invalid numbers are left out. */
export function guestLink(hash: string): GuestLink {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const bookingId = Number(parts.get('bookingId'));
  return {
    bookingId: Number.isSafeInteger(bookingId) && bookingId > 0 ? bookingId : null,
    email: parts.get('email') ?? '',
    token: parts.get('token') ?? '',
    isBooked: parts.get('booked') === '1',
  };
}
