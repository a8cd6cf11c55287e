// Expiry and networks of API keys.

const DAY = 24 * 60 * 60 * 1000;
/** Offered lifetimes in days. */
export const LIFETIME_DAYS = [30, 90] as const;
const SOON = 14 * DAY;

/** Expiry: some days from now, a day's end, or none. */
export function expiryOf(life: string, day: string, now: Date): string | null {
  if (life === 'never') return null;
  if (life === 'day') return new Date(`${day}T23:59:59`).toISOString();
  return new Date(now.getTime() + Number(life) * DAY).toISOString();
}

/** Typed addresses; null if empty. */
export function addressLines(text: string): string[] | null {
  const lines = text.split(/[\s,;]+/).filter(Boolean);
  return lines.length > 0 ? lines : null;
}

export type ExpiryState = 'expired' | 'soon' | 'later';

export function expiryState(expiresAt: string, now: Date): ExpiryState {
  const left = new Date(expiresAt).getTime() - now.getTime();
  if (left <= 0) return 'expired';
  return left < SOON ? 'soon' : 'later';
}
