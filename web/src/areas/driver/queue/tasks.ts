// Tasks of the queue: a driver's actions in the form in which they are sent.
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
  | { kind: 'availability'; available: boolean };

/** Tasks of one subject are sent in order; a refused one holds back those after it. */
export const subjectOf = (task: Task): string =>
  'jobId' in task ? `job ${task.jobId}` : task.kind;

export interface QueueItem {
  /** Position in the queue, assigned by the database. */
  place: number;
  /** The device's own id. */
  id: string;
  /** Moment of the action, by the device. */
  at: string;
  task: Task;
  /** The server's sentence, if it refused the task. */
  conflict: string | null;
  /** Failures of the server, not of the network. */
  failures: number;
}

export type Outcome =
  | { kind: 'done' }
  /** No answer, or none that says anything about the task: it is sent again later. */
  | { kind: 'away' }
  /** The server failed, which may be this task's fault. */
  | { kind: 'failed'; message: string }
  | { kind: 'refused'; message: string };
