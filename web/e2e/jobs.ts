// Helpers: jobs for boards and drivers.
import type { Page } from './harness.ts';
import { call } from './people.ts';

export interface Made {
  id: number;
  jobno: string;
}

const address = (companyname: string, suburb: string, postcode: string, statecode: string) => ({
  companyname,
  addressline1: '8 Macquarie Street',
  suburb,
  postcode,
  statecode,
  countrycode: 'AU',
});

/** Confirmed jobs of today with a mark by which the board finds them. */
export async function makeJobs(
  page: Page,
  mark: string,
  count: number,
  { quantity = 1, ...more }: { quantity?: number; [member: string]: unknown } = {},
): Promise<Made[]> {
  const jobs: Made[] = [];
  for (let index = 0; index < count; index += 1) {
    const { job } = await call<{ job: Made }>(page, 'POST', '/api/jobs/job/job', {
      job: {
        reference: mark,
        fromaddress: address('Bluegum Wines', 'Richmond', '3121', 'VIC'),
        toaddress: address('Harbour Tools', 'Parramatta', '2150', 'NSW'),
        items: [{ packagetype: 'Carton', quantity, weight: { value: 12, unit: 'kg' } }],
        ...more,
      },
    });
    await call(page, 'POST', '/api/jobs/job/confirm', { id: job.id });
    jobs.push(job);
  }
  return jobs;
}

export const allocate = (page: Page, agentId: number, jobIds: number[]) =>
  call<{ success: boolean; message: string | null }[]>(
    page,
    'POST',
    '/api/jobs/delivery-agent/allocate-job',
    { allocation: { agentId, jobIds, agentType: 'Driver' } },
  );
