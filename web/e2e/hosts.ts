// One host per worker: tests change tenant settings.

export const HOSTS = list(process.env.WAYBILL_E2E_URL ?? 'http://localhost:8080');
export const MAIL_PORTS = list(process.env.WAYBILL_E2E_SMTP_PORT ?? '2525');

function list(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}

/** The first without workers. */
export function forThisWorker(all: string[]): string {
  const one = all[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (one === undefined) throw new Error(`There are ${all.length} hosts, fewer than workers.`);
  return one;
}
