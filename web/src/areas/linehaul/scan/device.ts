// The station's queue on this device, and the device's settings.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../../api/session.ts';
import { useIsOnline } from '../../../lib/online.ts';
import { openDatabase } from '../../../lib/queue/database.ts';
import { bellOf, exclusiveBy, Queue, type QueueState } from '../../../lib/queue/queue.ts';
import { useReplay } from '../../../lib/queue/use-replay.ts';
import { send, subjectOf, type StationItem, type Task } from './tasks.ts';

const VERSION = 1;
const NONE: QueueState<Task> = { items: [], sending: null };
const noSubscription = () => () => undefined;
const none = () => NONE;

/** One queue for each person, so that scans are recorded in the right name. */
const nameOf = (tenantId: number, userId: number) => `waybill-station-${tenantId}-${userId}`;

async function open(name: string, onDone: (item: StationItem) => void) {
  const database = await openDatabase(name, VERSION);
  const queue = new Queue<Task>({
    database,
    send,
    subjectOf,
    exclusive: exclusiveBy(name),
    bell: bellOf(name),
    onDone: async (item) => onDone(item),
  });
  await queue.load();
  return {
    queue,
    /** Sends what is held first. */
    close: () =>
      void queue
        .release()
        .catch(() => undefined)
        .finally(() => {
          queue.close();
          database.close();
        }),
  };
}

/** The queue, null until it is open; scans left from before a reload are sent first. */
export function useStationQueue(onDone: (item: StationItem) => void) {
  const { data } = useSession();
  const isOnline = useIsOnline();
  const [queue, setQueue] = useState<Queue<Task> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const name = data ? nameOf(data.tenantId, data.user.id ?? 0) : null;
  useEffect(() => {
    if (!name) return undefined;
    let isCurrent = true;
    let close: (() => void) | null = null;
    open(name, onDone).then(
      (opened) => {
        if (!isCurrent) return opened.close();
        close = opened.close;
        return setQueue(opened.queue);
      },
      () => setFailed(true),
    );
    return () => {
      isCurrent = false;
      setQueue(null);
      close?.();
    };
  }, [name, onDone]);
  useReplay(queue, isOnline);
  const state = useSyncExternalStore(queue?.subscribe ?? noSubscription, queue?.state ?? none);
  return { queue, state, hasFailed, isOnline };
}

const PORT = 'waybill.station.port';
const MUTED = 'waybill.station.muted';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export const rememberedPort = (): string | null => read(PORT);
export const rememberPort = (code: string): void => write(PORT, code);
export const isMuted = (): boolean => read(MUTED) === 'yes';
export const rememberMuted = (muted: boolean): void => write(MUTED, muted ? 'yes' : 'no');
