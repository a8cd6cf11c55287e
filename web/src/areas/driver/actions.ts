// A driver's actions as queued tasks.
import { msg } from '../../lib/i18n.ts';
import type { Job, Operation, ScanCode, SentScan } from './calls.ts';
import type { Tick } from './device.ts';
import type { Fix } from './positions.ts';
import { articlesOf, isBeforePickup, statusAfter } from './progress.ts';
import type { Task } from './queue/tasks.ts';

/** Where and when an action took place. */
export interface Moment {
  at: Date;
  fix: Fix | null;
}

export interface Proof {
  signedBy: string | null;
  signature: string | null;
  photos: string[];
  /** Where the goods were left, as a detail of the scan event. */
  handover: Handover;
  hasAuthorityToLeave: boolean;
}

export type Handover = 'HandedOver' | 'Reception' | 'LeftSafe';
export const HANDOVERS: Readonly<Record<Handover, string>> = {
  HandedOver: msg('Handed over'),
  Reception: msg('Reception'),
  LeftSafe: msg('Left safe'),
};

export interface FailureReason {
  /** English; dispatchers read it in their language. */
  text: string;
  code: ScanCode;
}

const FAILED_PICKUP: readonly FailureReason[] = [
  { text: msg('Goods not ready'), code: 'AtLocation' },
  { text: msg('Nobody there'), code: 'AtLocation' },
  { text: msg('Closed'), code: 'AtLocation' },
  { text: msg('Wrong address'), code: 'AtLocation' },
  { text: msg('No access'), code: 'AtLocation' },
  { text: msg('Goods too large or heavy'), code: 'AtLocation' },
  { text: msg('Goods damaged'), code: 'Damaged' },
  { text: msg('Other reason'), code: 'AtLocation' },
];
const FAILED_DELIVERY: readonly FailureReason[] = [
  { text: msg('Nobody there, card left'), code: 'CardLeft' },
  { text: msg('Nobody there'), code: 'AtLocation' },
  { text: msg('Closed'), code: 'AtLocation' },
  { text: msg('Wrong address'), code: 'AtLocation' },
  { text: msg('No access'), code: 'AtLocation' },
  { text: msg('Refused by the receiver'), code: 'AtLocation' },
  { text: msg('Goods damaged'), code: 'Damaged' },
  { text: msg('Other reason'), code: 'AtLocation' },
];

export const failureReasons = (job: Pick<Job, 'jobstatus'>): readonly FailureReason[] =>
  isBeforePickup(job.jobstatus) ? FAILED_PICKUP : FAILED_DELIVERY;

function scanOf(job: Job, code: ScanCode, { at, fix }: Moment, more: Partial<SentScan> = {}) {
  const scan: SentScan = {
    deviceeventid: crypto.randomUUID(),
    code,
    jobid: job.id,
    articlenumber: null,
    scannedeventdatetime: at.toISOString(),
    latitude: fix && Number(fix.latitude.toFixed(6)),
    longitude: fix && Number(fix.longitude.toFixed(6)),
    signedby: null,
    signature: null,
    images: [],
    reason: null,
    details: [],
    ...more,
  };
  return scan;
}

/** One event an article, the first one with the proof; one for the job if it has no articles. */
function scansOf(
  job: Job,
  code: ScanCode,
  articles: readonly string[],
  ticks: readonly Tick[],
  moment: Moment,
  proof: Partial<SentScan> = {},
): Task {
  const timeOf = (article: string) => ticks.find((tick) => tick.article === article)?.at;
  const scans = articles.map((articlenumber, index) =>
    scanOf(job, code, moment, {
      articlenumber,
      scannedeventdatetime: timeOf(articlenumber) ?? moment.at.toISOString(),
      ...(index === 0 ? proof : {}),
    }),
  );
  return {
    kind: 'scans',
    jobId: job.id,
    scans: scans.length > 0 ? scans : [scanOf(job, code, moment, proof)],
  };
}

function operationOf(
  job: Job,
  operation: Operation,
  note: string | null = null,
  articles?: string[],
): Task {
  const task = { kind: 'operation' as const, jobId: job.id, operation, note };
  const target = statusAfter(job, operation, articles);
  return articles ? { ...task, target, articles } : { ...task, target };
}

export const acknowledge = (job: Job): Task[] => [operationOf(job, 'Acknowledge')];
export const start = (job: Job): Task[] => [operationOf(job, 'Start')];
export const depart = (job: Job): Task[] => [operationOf(job, 'Depart')];

/** Arriving is a scan event too, which keeps its time and place. */
export const arrive = (job: Job, moment: Moment): Task[] => [
  scansOf(job, 'AtLocation', [], [], moment),
  operationOf(job, 'Arrive'),
];

/** Picks up the goods. Without a scan of any article all of them count as picked up. */
export const pickUp = (job: Job, ticks: readonly Tick[], moment: Moment): Task[] => {
  const scanned = ticks.map(({ article }) => article);
  return [
    scansOf(job, 'PickedUp', scanned.length > 0 ? scanned : articlesOf(job), ticks, moment),
    operationOf(job, 'PickUp'),
  ];
};

/** Loads an article at the depot. */
export const load = (job: Job, article: string, moment: Moment): Task[] => [
  scansOf(job, 'OnBoard', [article], [], moment),
];

/** Delivers all articles, or those given. */
export function deliver(
  job: Job,
  articles: readonly string[],
  ticks: readonly Tick[],
  proof: Proof,
  moment: Moment,
): Task[] {
  const isPart = articles.length < articlesOf(job).length;
  return [
    scansOf(job, 'Delivered', articles, ticks, moment, {
      signedby: proof.signedBy,
      signature: proof.signature,
      images: proof.photos,
      details: [
        { key: 'handover', value: proof.handover },
        { key: 'authoritytoleave', value: String(proof.hasAuthorityToLeave) },
      ],
    }),
    operationOf(job, 'Deliver', null, isPart ? [...articles] : undefined),
  ];
}

export function fail(
  job: Job,
  reason: FailureReason,
  remark: string,
  photos: string[],
  moment: Moment,
): Task[] {
  const note = remark.trim() ? `${reason.text}: ${remark.trim()}` : reason.text;
  return [
    scansOf(job, reason.code, [], [], moment, { reason: note, images: photos }),
    operationOf(job, 'Fail', note),
  ];
}
