// Tasks of the queue: a driver's actions in the form in which they are sent.
import type { QueueItem as Queued } from '../../../lib/queue/queue.ts';
import type { JobStatus, Operation, PreStartAnswer, SentScan } from '../calls.ts';

export type Task =
  | {
      kind: 'operation';
      jobId: number;
      operation: Operation;
      /** Status that the operation leads to, by which a repeat is recognised. */
      target: JobStatus;
      note: string | null;
      /** Articles delivered, if not all. */
      articles?: string[];
    }
  | { kind: 'scans'; jobId: number; scans: SentScan[] }
  /** `isBarred` is the device's own judgement, until the server's. */
  | { kind: 'answer'; answer: PreStartAnswer; isBarred: boolean }
  | { kind: 'availability'; available: boolean }
  /** Messages that the driver has seen. */
  | { kind: 'read'; ids: number[] };

/** Tasks of one subject are sent in order; a refused one holds back those after it. */
export const subjectOf = (task: Task): string =>
  'jobId' in task ? `job ${task.jobId}` : task.kind;

export type QueueItem = Queued<Task>;
