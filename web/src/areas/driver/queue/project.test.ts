// Expected state of jobs with queued actions.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Job, JobStatus, Message, Operation } from '../calls.ts';
import { pendingByJob, project, unreadIn } from './project.ts';
import type { QueueItem } from './tasks.ts';

const job = (id: number, jobstatus: JobStatus, articles: string[] = []): Job =>
  some<Job>({
    id,
    jobstatus,
    items: [some<Job['items'][number]>({ articlenumbers: articles })],
    allowedOperations: ['Acknowledge'],
  });
let place = 0;
const item = (
  jobId: number,
  operation: Operation,
  { conflict = null, articles }: { conflict?: string | null; articles?: string[] } = {},
): QueueItem => ({
  place: (place += 1),
  id: '',
  at: '',
  task: {
    kind: 'operation',
    jobId,
    operation,
    target: 'Acknowledged',
    note: null,
    ...(articles ? { articles } : {}),
  },
  conflict,
  failures: 0,
});
const statuses = (jobs: Job[]) => jobs.map(({ jobstatus }) => jobstatus);

test('a whole job can be done without a network', () => {
  const names: Operation[] = [
    'Acknowledge',
    'Start',
    'Arrive',
    'PickUp',
    'Depart',
    'Arrive',
    'Deliver',
  ];
  let jobs = [job(1, 'Allocated')];
  const queued: QueueItem[] = [];
  const seen: JobStatus[] = [];
  for (const name of names) {
    expect(jobs[0]?.allowedOperations).toContain(name);
    queued.push(item(1, name));
    jobs = project([job(1, 'Allocated')], queued);
    seen.push(...statuses(jobs));
  }
  expect(seen).toEqual([
    'Acknowledged',
    'EnRouteToPickup',
    'AtPickup',
    'PickedUp',
    'EnRouteToDelivery',
    'AtDelivery',
    'Delivered',
  ]);
  expect(jobs[0]?.allowedOperations).toEqual([]);
});

test('fewer articles are a part delivery; a failure depends on the goods', () => {
  const delivered = (articles?: string[]) =>
    statuses(
      project(
        [job(1, 'AtDelivery', ['A', 'B'])],
        [item(1, 'Deliver', articles ? { articles } : {})],
      ),
    );
  expect([delivered(), delivered(['A', 'B']), delivered(['A'])].flat()).toEqual([
    'Delivered',
    'Delivered',
    'PartiallyDelivered',
  ]);
  expect(
    statuses(
      project([job(1, 'AtPickup'), job(2, 'AtDelivery')], [item(1, 'Fail'), item(2, 'Fail')]),
    ),
  ).toEqual(['FailedPickup', 'FailedDelivery']);
});

test('a refused action and those after it change nothing', () => {
  const queued = [item(1, 'Acknowledge', { conflict: 'No.' }), item(1, 'Start'), item(2, 'Start')];
  expect(statuses(project([job(1, 'Allocated'), job(2, 'Acknowledged')], queued))).toEqual([
    'Allocated',
    'EnRouteToPickup',
  ]);
  expect(pendingByJob(queued).get(1)).toEqual({ queued: 2, conflict: 'No.' });
});

test('a message is read as soon as the driver has seen it', () => {
  const message = (id: number, readtime: string | null) => some<Message>({ id, readtime });
  const messages = [message(3, null), message(2, null), message(1, '2026-03-02T08:00:00Z')];
  const read: QueueItem = { ...item(1, 'Start'), task: { kind: 'read', ids: [2] } };
  expect(unreadIn(messages, []).map(({ id }) => id)).toEqual([3, 2]);
  expect(unreadIn(messages, [read]).map(({ id }) => id)).toEqual([3]);
});
