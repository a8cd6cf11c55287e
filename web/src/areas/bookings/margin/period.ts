// Default days of the margin report.

/** The two previous months, and this one until today. */
export function usualPeriod(today: string): { since: string; until: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return { since: new Date(Date.UTC(year, month - 3, 1)).toISOString().slice(0, 10), until: today };
}
