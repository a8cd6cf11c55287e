// One stop: address, instructions, articles to scan, and the actions of its job.
import { lazy, Suspense, useState } from 'react';
import { Check, ScanBarcode } from 'lucide-react';
import { formatTime } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import type { Job, JobItem } from './calls.ts';
import { NextAction, WayActions } from './JobActions.tsx';
import { Action, Actions, Card, Foot, Note, SectionTitle, TopBar } from './look.tsx';
import { NotInRun } from './NotInRun.tsx';
import { articlesOf, isAtStop, isBeforePickup, isFinished } from './progress.ts';
import { QueueBadge } from './QueueBadge.tsx';
import { Due, JobChips } from './Run.tsx';
import { addressOf, lineOf, stopName } from './run.ts';
import { useScan } from './scan/use-scan.ts';
import { useDevice, useJob, useWork } from './use-device.ts';

const ScanPanel = lazy(() =>
  import('./scan/ScanPanel.tsx').then(({ ScanPanel: panel }) => ({ default: panel })),
);

/** What a driver reads before getting out. */
function Instructions({ job }: { job: Job }) {
  const texts = [
    addressOf(job).instructions,
    isBeforePickup(job.jobstatus) ? null : job.deliveryinstructions,
    job.specialinstructions,
  ].filter((text): text is string => Boolean(text));
  return [...new Set(texts)].map((text) => (
    <Note key={text} tone="warning">
      <span className="whitespace-pre-line">{text}</span>
    </Note>
  ));
}

function Article({
  job,
  item,
  article,
  number,
}: {
  job: Job;
  item: JobItem;
  article: string;
  number: number;
}) {
  const t = useT();
  const device = useDevice();
  const { ticks } = useWork();
  const tick = ticks[job.id]?.find((one) => one.article === article);
  const isOpen = isAtStop(job.jobstatus);
  return (
    <li className="border-b border-border last:border-0">
      <button
        type="button"
        aria-pressed={tick !== undefined}
        disabled={!isOpen}
        onClick={() => void (tick ? device.untick(job.id, article) : device.tick(job.id, article))}
        className="flex min-h-15 w-full items-center gap-3 py-2 text-start"
      >
        <span
          className={
            tick
              ? 'grid size-9 shrink-0 place-items-center rounded-full bg-driver-good text-white'
              : 'grid size-9 shrink-0 place-items-center rounded-full bg-muted font-semibold'
          }
        >
          {tick ? <Check aria-hidden className="size-5" /> : number}
        </span>
        <span className="min-w-0 flex-1">
          <b className="block truncate font-semibold">
            {item.description || item.packagetype || t('Article')}
          </b>
          <span className="block truncate text-[15px] text-muted-foreground" dir="ltr">
            {article}
          </span>
        </span>
        <span className="shrink-0 text-[15px] text-muted-foreground">
          {tick ? formatTime(tick.at, device.person.timezone) : isOpen ? t('Tick') : ''}
        </span>
      </button>
    </li>
  );
}

function Articles({ job }: { job: Job }) {
  const t = useT();
  const { ticks } = useWork();
  const all = articlesOf(job);
  if (all.length === 0) return null;
  return (
    <>
      <SectionTitle>
        {t('{done} of {total} articles scanned', {
          done: ticks[job.id]?.length ?? 0,
          total: all.length,
        })}
      </SectionTitle>
      <Card className="py-0">
        <ul>
          {job.items.flatMap((item) =>
            item.articlenumbers.map((article) => (
              <Article
                key={article}
                job={job}
                item={item}
                article={article}
                number={all.indexOf(article) + 1}
              />
            )),
          )}
        </ul>
      </Card>
    </>
  );
}

function OpenStop({ job }: { job: Job }) {
  const t = useT();
  const [isScanning, setScanning] = useState(false);
  const { scanned, onCode } = useScan(job);
  const { pending, mayWork } = useWork();
  const address = addressOf(job);
  const conflict = pending.get(job.id)?.conflict;
  const mayScan = mayWork && isAtStop(job.jobstatus) && articlesOf(job).length > 0;
  return (
    <>
      <TopBar
        title={stopName(job)}
        detail={`${job.jobno} · ${isBeforePickup(job.jobstatus) ? t('Pickup') : t('Delivery')}`}
        back={{ page: 'run' }}
        end={<QueueBadge />}
      />
      <main className="flex-1 pb-4">
        {isScanning && (
          <Suspense fallback={<div className="h-64 bg-black" />}>
            <ScanPanel scanned={scanned} onCode={onCode} />
          </Suspense>
        )}
        {conflict && (
          <Note tone="danger" role="alert">
            {conflict}
          </Note>
        )}
        <Card>
          <p className="text-lg">
            <bdi>{lineOf(address)}</bdi>
          </p>
          {address.contactperson && <p>{address.contactperson}</p>}
          {job.reference && (
            <p className="text-muted-foreground">
              {t('Reference {reference}', { reference: job.reference })}
            </p>
          )}
          <Due job={job} />
          <JobChips job={job} />
        </Card>
        <Instructions job={job} />
        <Articles job={job} />
      </main>
      {!isFinished(job.jobstatus) && (
        <Foot>
          {!isScanning && <WayActions job={job} />}
          {mayScan && (
            <Actions>
              <Action size="side" onClick={() => setScanning(!isScanning)}>
                <ScanBarcode aria-hidden />
                {isScanning ? t('Stop scanning') : t('Scan articles')}
              </Action>
            </Actions>
          )}
          <NextAction job={job} />
        </Foot>
      )}
    </>
  );
}

export function Stop({ jobId }: { jobId: number }) {
  const job = useJob(jobId);
  return job ? <OpenStop key={job.id} job={job} /> : <NotInRun />;
}
