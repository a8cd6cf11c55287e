// Today's run: the next stop, and those after it.
import { useEffect } from 'react';
import { formatNumber, formatTime } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { linkTo } from './address.ts';
import type { Job } from './calls.ts';
import { dayText } from './days.ts';
import { NextAction, WayActions } from './JobActions.tsx';
import { Card, Chip, Foot, Note, SectionTitle, TopBar } from './look.tsx';
import { STATUS_TEXTS } from './operations.ts';
import { isBeforePickup, isFinished } from './progress.ts';
import { QueueBadge } from './QueueBadge.tsx';
import { addressOf, lineOf, piecesOf, routeOf, stopName } from './run.ts';
import { Tabs } from './Tabs.tsx';
import { useDevice, useWork } from './use-device.ts';

export function useGoods() {
  const t = useT();
  return (job: Job): string => {
    const count = piecesOf(job);
    const pieces = t('{count} pieces', { count }, '{count} piece');
    const weight = job.totalweight;
    return weight > 0 ? `${pieces} · ${formatNumber(weight, 0)} kg` : pieces;
  };
}

/** Deadline and window of a stop. */
export function Due({ job }: { job: Job }) {
  const t = useT();
  const { timezone } = useDevice().person;
  if (!job.deadline) return job.timeslot ? <p>{job.timeslot}</p> : null;
  const isLate = Date.parse(job.deadline) < Date.now();
  return (
    <p className="my-2 flex items-baseline gap-3">
      <b className="text-3xl font-semibold">{formatTime(job.deadline, timezone)}</b>
      <span>
        <b className={isLate ? 'text-danger-text' : 'text-success-text'}>
          {isLate ? t('Late') : t('Deadline')}
        </b>
        {job.timeslot && <span className="ms-2 text-muted-foreground">{job.timeslot}</span>}
      </span>
    </p>
  );
}

export function JobChips({ job }: { job: Job }) {
  const t = useT();
  const goods = useGoods();
  const { pending } = useWork();
  const waiting = pending.get(job.id);
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Chip>{goods(job)}</Chip>
      <Chip>{t(STATUS_TEXTS[job.jobstatus])}</Chip>
      {waiting?.conflict && <Chip tone="danger">{t('Refused')}</Chip>}
      {waiting && !waiting.conflict && (
        <Chip tone="warning">{t('{count} queued', { count: waiting.queued })}</Chip>
      )}
    </div>
  );
}

function NextStop({ job, number, total }: { job: Job; number: number; total: number }) {
  const t = useT();
  const address = addressOf(job);
  return (
    <Card className="border-2 border-primary p-0">
      <a {...linkTo({ page: 'stop', jobId: job.id })} className="block px-4 py-3">
        <p className="flex justify-between gap-3">
          <b className="text-primary">{t('Next stop')}</b>
          <span className="text-[15px] text-muted-foreground">
            {t('{number} of {total}', { number, total })} ·{' '}
            {isBeforePickup(job.jobstatus) ? t('Pickup') : t('Delivery')}
          </span>
        </p>
        <h2 className="text-[27px] leading-8 font-semibold break-words">{stopName(job)}</h2>
        <p>
          <bdi>{lineOf(address)}</bdi>
        </p>
        <Due job={job} />
        <JobChips job={job} />
      </a>
    </Card>
  );
}

function LaterStop({ job, number }: { job: Job; number: number }) {
  const t = useT();
  const goods = useGoods();
  const { timezone } = useDevice().person;
  const { pending } = useWork();
  const address = addressOf(job);
  const place = isBeforePickup(job.jobstatus)
    ? t('Pickup · {place}', { place: address.suburb ?? '' })
    : (address.suburb ?? '');
  return (
    <li className="border-b border-border last:border-0">
      <a
        {...linkTo({ page: 'stop', jobId: job.id })}
        className="flex min-h-15 items-center gap-3 py-2"
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-muted font-semibold">
          {number}
        </span>
        <span className="min-w-0 flex-1">
          <b className="block truncate font-semibold">{stopName(job)}</b>
          <span className="block truncate text-[15px] text-muted-foreground">{place}</span>
        </span>
        <span className="shrink-0 text-end">
          <b className="font-semibold">
            {job.deadline ? formatTime(job.deadline, timezone) : (job.timeslot ?? '')}
          </b>
          <span className="block text-[15px] text-muted-foreground">
            {pending.get(job.id)?.conflict
              ? t('Refused')
              : isFinished(job.jobstatus)
                ? t(STATUS_TEXTS[job.jobstatus])
                : goods(job)}
          </span>
        </span>
      </a>
    </li>
  );
}

function StopList({ title, jobs, from }: { title: string; jobs: Job[]; from: number }) {
  if (jobs.length === 0) return null;
  return (
    <>
      <SectionTitle>{title}</SectionTitle>
      <Card className="py-0">
        <ul>
          {jobs.map((job, index) => (
            <LaterStop key={job.id} job={job} number={from + index} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function PreStartNote() {
  const t = useT();
  const { answer, isLoaded } = useWork();
  if (!isLoaded) return null;
  if (!answer)
    return (
      <Note tone="warning">
        <b>{t('Answer the pre-start check before you work.')}</b>
      </Note>
    );
  if (!answer.isBarred) return null;
  return (
    <Note tone="danger" role="alert">
      <b>{t('Your answers bar you from this shift.')}</b> {t('Ask your dispatcher.')}
      {answer.reasons.map((reason) => (
        <span key={reason} className="block">
          {t(reason)}
        </span>
      ))}
    </Note>
  );
}

/** The newest message, until it is read. */
function UnreadNote() {
  const t = useT();
  const { unread } = useWork();
  const [newest] = unread;
  if (!newest) return null;
  return (
    <Note tone="warning" role="status">
      <a {...linkTo({ page: 'messages' })} className="block">
        <b>
          {t(
            '{count} messages from dispatch',
            { count: unread.length },
            '{count} message from dispatch',
          )}
        </b>
        <span className="line-clamp-2 break-words">
          <bdi>{newest.text}</bdi>
        </span>
      </a>
    </Note>
  );
}

function Nothing() {
  const t = useT();
  const { available, loadedAt, isRefreshing } = useWork();
  const text =
    loadedAt === null
      ? isRefreshing
        ? t('Loading your run.')
        : t('Your run is loaded once the phone is online.')
      : available
        ? t('Dispatch sees that you are available.')
        : t('Set yourself available under My day, and dispatch can give you jobs.');
  return (
    <div className="px-6 py-16 text-center">
      <h2 className="text-xl font-semibold">{t('No run yet')}</h2>
      <p className="mt-1 text-muted-foreground">{text}</p>
    </div>
  );
}

export function Run() {
  const t = useT();
  const device = useDevice();
  const { run, problem } = useWork();
  const { open, held, done } = run;
  const total = open.length + done.length;
  const [next, ...later] = open;
  const route = routeOf([...open, ...held, ...done]);
  useEffect(() => void device.refresh(), [device]);
  return (
    <>
      <TopBar
        title={route ? t('Run {route}', { route }) : t('Today’s run')}
        detail={`${dayText(device.person.timezone, new Date())} · ${t('{done} of {total} done', {
          done: done.length,
          total,
        })}`}
        end={<QueueBadge />}
        share={total > 0 ? done.length / total : 0}
      />
      <main className="flex-1 pb-4">
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        <PreStartNote />
        <UnreadNote />
        {next ? (
          <NextStop job={next} number={done.length + 1} total={total} />
        ) : (
          total === 0 && <Nothing />
        )}
        <StopList title={t('After that')} jobs={later} from={done.length + 2} />
        <StopList title={t('On hold')} jobs={held} from={total + 1} />
        <StopList title={t('Done')} jobs={done} from={1} />
      </main>
      <Foot>
        {next && <WayActions job={next} />}
        {next && <NextAction job={next} />}
        <Tabs current="run" />
      </Foot>
    </>
  );
}
