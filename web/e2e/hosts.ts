// Test hosts, one a worker, since tests change tenant-wide settings.

/** Their addresses, separated by commas. */
export const HOSTS = list(process.env.WAYBILL_E2E_URL ?? 'http://localhost:8080');
/** The ports on which they deliver their mail, in the same order. */
export const MAIL_PORTS = list(process.env.WAYBILL_E2E_SMTP_PORT ?? '2525');

function list(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}

/** This worker's entry; the first without workers. */
export function forThisWorker(all: string[]): string {
  const one = all[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (one === undefined) throw new Error(`There are ${all.length} hosts, fewer than workers.`);
  return one;
}
