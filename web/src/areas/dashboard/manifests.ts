// The manifests of a day, put together from the log of operations.
import type { OperationEntry } from '../../lib/bookings/model.ts';

export interface ManifestOfToday {
  number: string;
  bookings: number;
}

/** In log order; rejections have no manifest number, and a retried booking counts once. */
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
