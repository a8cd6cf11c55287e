// Operations on jobs: labels, and the calls in batches.
import { remark } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { msg } from '../../lib/i18n.ts';
import type { Job, JobOperation } from './model.ts';
import { jobsKey } from './queries.ts';

/** Maximum jobs of one call. */
const MAX_JOBS = 500;
/** Of one call that books with a carrier. */
const MAX_BOOKED = 50;

export interface Operation {
  name: JobOperation;
  /** On a button; like `done`, English and shown through t(). */
  label: string;
  /** Past tense. */
  done: string;
  /** Has no inverse and ends work: asks first. */
  asks?: true;
}

/** Operations of `processjobs`, in the order of a job's life. */
export const OPERATIONS: readonly Operation[] = [
  { name: 'Acknowledge', label: msg('Acknowledge'), done: msg('acknowledged') },
  { name: 'Start', label: msg('Start'), done: msg('started') },
  { name: 'Arrive', label: msg('Arrive'), done: msg('arrived') },
  { name: 'PickUp', label: msg('Pick up'), done: msg('picked up') },
  { name: 'Depart', label: msg('Depart'), done: msg('departed') },
  { name: 'Deliver', label: msg('Deliver'), done: msg('delivered') },
  { name: 'Fail', label: msg('Record a failure'), done: msg('failed') },
  { name: 'Retry', label: msg('Try again with a new leg'), done: msg('tried again') },
  { name: 'Hold', label: msg('Put on hold'), done: msg('put on hold') },
  { name: 'Release', label: msg('Release'), done: msg('released') },
  { name: 'Cancel', label: msg('Cancel job'), done: msg('cancelled'), asks: true },
];

export const operationOf = (name: JobOperation): Operation | undefined =>
  OPERATIONS.find((operation) => operation.name === name);

export const inverseOf: Partial<Record<JobOperation, JobOperation>> = {
  Hold: 'Release',
  Release: 'Hold',
};

export const allows = (
  { allowedOperations }: Job,
  operation: JobOperation | 'Split' | 'Merge',
): boolean => (allowedOperations as readonly string[]).includes(operation);

export interface JobAnswer {
  id: number;
  success: boolean;
  /** The server's sentence in the reader's language. */
  message: string | undefined;
}

/** Sends the jobs in calls of the server's maximum, then invalidates jobs, also on failure. */
async function inBatches(
  ids: readonly number[],
  send: (ids: number[]) => Promise<JobAnswer[]>,
  size = MAX_JOBS,
): Promise<JobAnswer[]> {
  const answers: JobAnswer[] = [];
  try {
    for (let first = 0; first < ids.length; first += size)
      answers.push(...(await send(ids.slice(first, first + size))));
    return answers;
  } finally {
    void queryClient.invalidateQueries({ queryKey: jobsKey });
  }
}

export const process = (operation: JobOperation, ids: readonly number[], note?: string) =>
  inBatches(ids, async (batch) =>
    (
      await api.post('/api/jobs/job/processjobs', {
        operation,
        ids: batch,
        ...(note ? { note } : {}),
      })
    ).map((answer) => ({ id: answer.id, success: answer.success, message: remark(answer) })),
  );

const named = (answers: readonly Schema<'AllocatedFreightJob'>[]): JobAnswer[] =>
  answers.map((answer) => ({
    id: answer.jobId,
    success: answer.success,
    message: remark(answer),
  }));

export const allocate = (driverId: number, ids: readonly number[]) =>
  inBatches(ids, async (batch) =>
    named(
      await api.post('/api/jobs/delivery-agent/allocate-job', {
        allocation: { agentId: driverId, jobIds: batch, agentType: 'Driver' },
      }),
    ),
  );

/** Books the jobs with a carrier; the messages are the carrier's. */
export const allocateToCarrier = (accountId: number, ids: readonly number[]) =>
  inBatches(
    ids,
    async (batch) =>
      named(
        await api.post('/api/jobs/delivery-agent/allocate-job', {
          allocation: { agentId: accountId, jobIds: batch, agentType: 'Carrier' },
        }),
      ),
    MAX_BOOKED,
  );

export const unallocate = (ids: readonly number[], reason?: string) =>
  inBatches(ids, async (batch) =>
    named(
      await api.post('/api/jobs/delivery-agent/un-allocate-jobs', {
        deallocation: { jobids: batch, ...(reason ? { reason } : {}) },
      }),
    ),
  );
