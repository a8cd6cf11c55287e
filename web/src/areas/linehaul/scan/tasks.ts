// Tasks of the station's queue, and their calls.
import { remark } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import { quoted } from '../../../lib/odata.ts';
import { t } from '../../../lib/i18n.ts';
import { judge, type Outcome } from '../../../lib/queue/judge.ts';
import type { QueueItem } from '../../../lib/queue/queue.ts';
import type { ScanRow } from '../model.ts';
import { loadArticles, takeOffArticles, undoUnloading, unloadArticles } from '../queries.ts';

interface OfHaul {
  haulId: number;
  haulCode: string;
}

export type Task = {
  /** The scan that the task belongs to. */
  scanId: string;
  /** Article number, as it is stored where that is known. */
  article: string;
} & (
  | ({ kind: 'load'; isForced: boolean } & OfHaul)
  /** Undoes loading; `isFree`: the article was not planned before. */
  | ({ kind: 'off'; isFree: boolean } & OfHaul)
  /** Held: taken back before it is sent, it leaves no trace in the tracking of the goods. */
  | ({ kind: 'unload' } & OfHaul)
  /** Undoes unloading; `isFree`: the article was over. */
  | ({ kind: 'back'; isFree: boolean } & OfHaul)
  /** Held, too: deleting its event takes a further permission. */
  | { kind: 'pass'; code: 'DepotIn' | 'DepotOut'; port: string }
  /** Undoes a pass, whose event has the id of its scan. */
  | { kind: 'unpass' }
);

export type StationItem = QueueItem<Task>;

/** Scans of one article are sent in order. */
export const subjectOf = ({ article }: Task): string => article;

/** Milliseconds in which a scan can be taken back before it is sent. */
const HOLD = 5_000;

/** Loading is undone at the server only. */
export const holdOf = ({ kind }: Task): number => (kind === 'unload' || kind === 'pass' ? HOLD : 0);

const CALL_TIMEOUT = 30_000;
export const limited = () => ({ signal: AbortSignal.timeout(CALL_TIMEOUT) });

const DONE: Outcome = { kind: 'done' };
const refused = (message: string | undefined): Outcome => ({
  kind: 'refused',
  message: message ?? t('The server refused this.'),
});

/** A repeat, after a lost answer, finds the article in the state that it leads to. */
const outcomeOf = (row: ScanRow | undefined, ...states: ScanRow['state'][]): Outcome =>
  row && (row.success || states.includes(row.state)) ? DONE : refused(row && remark(row));

type PassCode = Extract<Schema<'ScanEventType'>, 'DepotIn' | 'DepotOut'>;

/** Records that an article passed a depot's door. */
export async function passDoor(
  {
    code,
    port,
    article,
    scanId,
  }: { code: PassCode; port: string; article: string; scanId: string },
  at: string,
): Promise<Schema<'JobScanResult'> | undefined> {
  const [result] = await api.post(
    '/api/jobs/scan-events/scan-event-for-items',
    {
      scanevents: [
        {
          code,
          articlenumber: article,
          warehousecode: port,
          scannedeventdatetime: at,
          deviceeventid: scanId,
        },
      ],
    },
    limited(),
  );
  return result;
}

async function removePass(scanId: string): Promise<Outcome> {
  const { items } = await api.get(
    '/api/jobs/scan-events/scan-events',
    { filter: `deviceeventid eq ${quoted(scanId)}`, maxResultCount: 1, skipCount: 0 },
    limited(),
  );
  const [event] = items;
  if (event) await api.del('/api/jobs/scan-events/scan-event', { id: event.id }, limited());
  return DONE;
}

async function call({ task, at }: StationItem): Promise<Outcome> {
  const { article } = task;
  switch (task.kind) {
    case 'load': {
      const { haulId, isForced } = task;
      return outcomeOf(
        (await loadArticles(haulId, [article], { force: isForced, ...limited() }))[0],
        'Loaded',
      );
    }
    case 'off': {
      const [row] = await takeOffArticles(task.haulId, [article], limited());
      if (!row?.success || !task.isFree) return outcomeOf(row, 'Allocated', 'Free');
      // Taken off it is still planned; the second call frees it.
      return row.state === 'Free'
        ? DONE
        : outcomeOf((await takeOffArticles(task.haulId, [article], limited()))[0], 'Free');
    }
    case 'unload':
      return outcomeOf(
        (await unloadArticles(task.haulId, [article], limited()))[0],
        'Unloaded',
        'Over',
      );
    case 'back':
      return outcomeOf(
        (await undoUnloading(task.haulId, [article], limited()))[0],
        'Loaded',
        'Free',
      );
    case 'pass': {
      const result = await passDoor({ ...task }, at);
      return result?.success || result?.duplicate ? DONE : refused(result && remark(result));
    }
    case 'unpass':
      return removePass(task.scanId);
  }
}

export async function send(item: StationItem): Promise<Outcome> {
  try {
    return await call(item);
  } catch (error) {
    return judge(error);
  }
}
