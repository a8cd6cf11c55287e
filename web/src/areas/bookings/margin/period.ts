// The days that the margin view begins with.

/** The two months before this one, and this one up to today. */
export function usualPeriod(today: string): { since: string; until: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return { since: new Date(Date.UTC(year, month - 3, 1)).toISOString().slice(0, 10), until: today };
}
