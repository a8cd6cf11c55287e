// Outcome of a queued task whose call failed.
import { ApiError, errorMessage } from '@waybill/plugin';
import { isAway } from '../../api/reach.ts';

export type Outcome =
  | { kind: 'done' }
  /** No answer, or none that says anything about the task: it is sent again later. */
  | { kind: 'away' }
  /** The server failed, which may be this task's fault. */
  | { kind: 'failed'; message: string }
  | { kind: 'refused'; message: string };

/** Statuses that say nothing about the task: signed out, too many calls, a slow network. */
const RETRYABLE: ReadonlySet<number> = new Set([0, 401, 408, 425, 429]);

/** Outcome of a call that threw. */
export function judge(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'away' };
  if (RETRYABLE.has(error.status) || isAway(error.status)) return { kind: 'away' };
  const message = errorMessage(error);
  return error.status >= 500 ? { kind: 'failed', message } : { kind: 'refused', message };
}
