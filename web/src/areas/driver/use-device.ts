// The open device for screens, with queued actions applied.
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Device, DayAnswer } from './device.ts';
import { project, pendingByJob, unreadIn } from './queue/project.ts';
import { orderRun } from './run.ts';
import type { Task } from './queue/tasks.ts';

export const DeviceContext = createContext<Device | null>(null);

export function useDevice(): Device {
  const device = use(DeviceContext);
  if (!device) throw new Error('useDevice() is called outside DeviceContext.');
  return device;
}

/** Everything that screens show. */
export function useWork() {
  const device = useDevice();
  const state = useSyncExternalStore(device.subscribe, device.state);
  const queue = useSyncExternalStore(device.queue.subscribe, device.queue.state);
  const { jobs, answer: stored, checklists, available: isAvailable, messages } = state;
  const { items } = queue;
  const run = useMemo(() => orderRun(project(jobs, items)), [jobs, items]);
  const pending = useMemo(() => pendingByJob(items), [items]);
  const today = device.today();
  const answer = useMemo((): DayAnswer | null => {
    const queued = items.findLast(({ task, conflict }) => task.kind === 'answer' && !conflict);
    // The device's own verdict counts until the server has decided.
    if (queued?.task.kind === 'answer')
      return { day: today, isBarred: queued.task.isBarred, reasons: [] };
    return stored?.day === today ? stored : null;
  }, [items, stored, today]);
  const queuedChange = items.findLast(
    ({ task, conflict }) => task.kind === 'availability' && !conflict,
  );
  const available =
    queuedChange?.task.kind === 'availability' ? queuedChange.task.available : isAvailable;
  const unread = useMemo(() => unreadIn(messages, items), [messages, items]);
  return {
    ...state,
    unread,
    run,
    pending,
    queue,
    answer,
    available,
    checklists,
    /** True once today's answers allow work. */
    mayWork: answer !== null && !answer.isBarred,
    conflicts: items.filter(({ conflict }) => conflict !== null).length,
  };
}

/** The job with its queued actions; null if it is not in the run. */
export function useJob(jobId: number) {
  const { run } = useWork();
  return useMemo(
    () => [...run.open, ...run.held, ...run.done].find(({ id }) => id === jobId) ?? null,
    [run, jobId],
  );
}

export function usePerform(): (tasks: readonly Task[]) => Promise<void> {
  const { queue } = useDevice();
  return useCallback((tasks) => queue.add(tasks), [queue]);
}
