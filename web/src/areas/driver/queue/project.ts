// State of jobs with the queued actions applied.
import type { Job, Message } from '../calls.ts';
import { advance } from '../progress.ts';
import type { QueueItem } from './tasks.ts';

/** The jobs as they will be when everything queued is done. Refused actions do not count. */
export function project(jobs: readonly Job[], items: readonly QueueItem[]): Job[] {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const blocked = new Set<number>();
  for (const { task, conflict } of items) {
    if (!('jobId' in task)) continue;
    if (conflict !== null) blocked.add(task.jobId);
    const job = byId.get(task.jobId);
    if (task.kind === 'operation' && job && !blocked.has(task.jobId))
      byId.set(job.id, advance(job, task.operation, task.articles));
  }
  return [...byId.values()];
}

export interface Pending {
  queued: number;
  /** The server's sentence about the first refused action. */
  conflict: string | null;
}

/** Queued actions by job. */
export function pendingByJob(items: readonly QueueItem[]): ReadonlyMap<number, Pending> {
  const pending = new Map<number, Pending>();
  for (const { task, conflict } of items) {
    if (!('jobId' in task)) continue;
    const { queued, conflict: first } = pending.get(task.jobId) ?? { queued: 0, conflict: null };
    pending.set(task.jobId, { queued: queued + 1, conflict: first ?? conflict });
  }
  return pending;
}

/** Messages that the driver has not seen, the newest first. */
export function unreadIn(messages: readonly Message[], items: readonly QueueItem[]): Message[] {
  const seen = new Set(items.flatMap(({ task }) => (task.kind === 'read' ? task.ids : [])));
  return messages.filter(({ id, readtime }) => readtime === null && !seen.has(id));
}
