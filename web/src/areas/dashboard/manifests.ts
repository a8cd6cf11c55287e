// A day's manifests from the operation log.
import type { OperationEntry } from '../../lib/bookings/model.ts';

export interface ManifestOfToday {
  number: string;
  bookings: number;
}

/** Follows log order; rejections have no number, and retried bookings count once. */
export function manifestsOf(log: readonly OperationEntry[]): ManifestOfToday[] {
  const found = new Map<string, Set<unknown>>();
  for (const entry of log) {
    if (!entry.value || /fail|refus|error/i.test(entry.status ?? '')) continue;
    const bookings = found.get(entry.value) ?? new Set();
    bookings.add(entry.bookingId);
    found.set(entry.value, bookings);
  }
  return [...found].map(([number, bookings]) => ({ number, bookings: bookings.size }));
}
