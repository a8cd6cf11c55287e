// Sends a queued task and classifies the response.
import { translateMessage } from '@waybill/plugin';
import { t } from '../../../lib/i18n.ts';
import { judge, type Outcome } from '../../../lib/queue/judge.ts';
import {
  fetchJob,
  processJobs,
  sendAnswer,
  sendAvailability,
  sendRead,
  sendScans,
  type OperationResult,
  type ScanResult,
  type SentScan,
} from '../calls.ts';
import type { QueueItem, Task } from './tasks.ts';

const DONE: Outcome = { kind: 'done' };
const refused = (result: OperationResult | ScanResult | undefined): Outcome => ({
  kind: 'refused',
  message: result?.message
    ? translateMessage({ ...result, message: result.message })
    : t('The server refused this.'),
});

async function sendOperation(
  task: Extract<Task, { kind: 'operation' }>,
  { id, at }: Pick<QueueItem, 'id' | 'at'>,
): Promise<Outcome> {
  const { jobId, operation, note, articles, target } = task;
  const [result] = await processJobs({
    operation,
    ids: [jobId],
    note,
    ...(articles ? { articlenumbers: articles } : {}),
    time: at,
    deviceid: id,
  });
  if (result?.success) return DONE;
  // The answer to an earlier attempt may have been lost, or a scan has moved the job.
  const job = await fetchJob(jobId);
  return job.jobstatus === target ? DONE : refused(result);
}

/** Limits of one call; one scan alone has fewer pictures. */
const MAX_SCANS = 1000;
const MAX_PICTURES = 100;

/** Scans in as many calls as the limits require, in their order. */
function batchesOf(scans: readonly SentScan[]): SentScan[][] {
  const batches: SentScan[][] = [];
  let pictures = 0;
  for (const scan of scans) {
    const own = scan.images.length + (scan.signature ? 1 : 0);
    const last = batches.at(-1);
    if (last && last.length < MAX_SCANS && pictures + own <= MAX_PICTURES) {
      last.push(scan);
      pictures += own;
    } else {
      batches.push([scan]);
      pictures = own;
    }
  }
  return batches;
}

async function sendScanTask({ scans }: Extract<Task, { kind: 'scans' }>): Promise<Outcome> {
  const results: ScanResult[] = [];
  for (const batch of batchesOf(scans)) results.push(...(await sendScans(batch)));
  // Stored ones are known by the device's id: sending all again harms nothing.
  const failed = results.find(({ success, duplicate }) => !success && !duplicate);
  return failed ? refused(failed) : DONE;
}

async function call(item: QueueItem): Promise<Outcome> {
  const { task } = item;
  switch (task.kind) {
    case 'operation':
      return sendOperation(task, item);
    case 'scans':
      return sendScanTask(task);
    case 'answer':
      await sendAnswer(task.answer);
      return DONE;
    case 'availability':
      await sendAvailability(task.available);
      return DONE;
    case 'read':
      await sendRead(task.ids);
      return DONE;
  }
}

export async function send(item: QueueItem): Promise<Outcome> {
  try {
    return await call(item);
  } catch (error) {
    return judge(error);
  }
}
