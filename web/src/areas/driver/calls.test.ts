// The filter of a driver's run.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { result, stage } from '../../../test/stage.tsx';
import { fetchRun } from './calls.ts';

const JOBS = '/api/jobs/job/jobs';
let server: Awaited<ReturnType<typeof stage>>;

beforeEach(async () => {
  server = await stage([], () =>
    result({
      totalCount: 2,
      items: [
        { jobno: 'J00001', haslegs: false },
        { jobno: 'J00002', haslegs: true },
      ],
    }),
  );
});
afterEach(() => server.close());

test('a run has open jobs, those of the day, and those finished since the day began', async () => {
  const jobs = await fetchRun('2026-03-02', 'Australia/Melbourne');
  expect(jobs.map(({ jobno }) => jobno)).toEqual(['J00001']);
  const conditions = server.queries(JOBS)[0]?.filter?.split(' or ');
  expect(conditions).toEqual([
    expect.stringMatching(/^jobstatus in \('Allocated', .*'OnHold'\)$/),
    'pickupdate eq 2026-03-02',
    'finishedtime ge 2026-03-01T13:00:00.000Z',
  ]);
});

test("a day begins in the driver's time zone, on both sides of a clock change", async () => {
  await fetchRun('2026-04-05', 'Australia/Melbourne');
  await fetchRun('2026-04-06', 'Australia/Melbourne');
  expect(server.queries(JOBS).map(({ filter }) => filter?.split(' ').at(-1))).toEqual([
    '2026-04-04T13:00:00.000Z',
    '2026-04-05T14:00:00.000Z',
  ]);
});
