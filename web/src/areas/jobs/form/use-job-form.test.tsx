// Keys that are pressed while a job is being saved.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { some } from '../../../../test/some.ts';
import { queryClient } from '../../../api/query-client.ts';
import { packageTypesQuery } from '../../../lib/package-types.ts';
import type { Job, JobAddress } from '../model.ts';
import type { confirmJob as confirm, saveJob as save } from '../queries.ts';
import { useJobForm } from './use-job-form.ts';

const { saveJob, confirmJob } = vi.hoisted(() => ({
  saveJob: vi.fn<typeof save>(),
  confirmJob: vi.fn<typeof confirm>(),
}));
vi.mock('../queries.ts', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  saveJob,
  confirmJob,
}));

const place = { suburb: 'Derrimut', postcode: '3026', statecode: 'VIC', countrycode: 'AU' };
const like = some<Job>({
  id: 4,
  jobtype: 'HourlyHire',
  fromaddress: some<JobAddress>({ ...place, addressline1: '41 Boundary Road' }),
  toaddress: null,
  items: [],
});
const job = some<Job>({ id: 5, jobno: 'J5' });
const host = {
  tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' },
} as unknown as HostApi;

function open() {
  queryClient.setQueryData(packageTypesQuery.queryKey, []);
  const saved = vi.fn<(job: Job) => void>();
  const { result } = renderHook(() => useJobForm({ job: null, like, saved }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        <HostProvider value={host}>{children}</HostProvider>
      </QueryClientProvider>
    ),
  });
  return { finish: result.current.finish, saved };
}

beforeEach(() => {
  saveJob.mockReset();
  confirmJob.mockReset().mockResolvedValue(job);
});

test.each([
  { first: 'all', second: 'draft', confirmed: 1 },
  { first: 'draft', second: 'all', confirmed: 0 },
] as const)(
  '$second during the save of $first has no effect',
  async ({ first, second, confirmed }) => {
    let answer: (job: Job) => void = () => undefined;
    saveJob.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const { finish, saved } = open();
    act(() => finish(first));
    await vi.waitFor(() => expect(saveJob).toHaveBeenCalledOnce());
    act(() => finish(second));
    act(() => answer(job));
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(confirmJob).toHaveBeenCalledTimes(confirmed);
    expect(saveJob).toHaveBeenCalledOnce();
  },
);
