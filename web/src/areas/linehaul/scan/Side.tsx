// Counts of the line haul, last scans, missing articles.
import { cn, useFormat } from '@waybill/plugin';
import { shortTime } from '../../../kit/list/times.ts';
import { ProgressBar } from '../../../kit/ProgressBar.tsx';
import { useT } from '../../../lib/i18n.ts';
import { Measures } from '../Measures.tsx';
import { countsOf, isCounted, missingOf, pace } from './station.ts';
import type { StationState } from './use-station.ts';
import { TEXT_TONES, toneOf, wordOf } from './words.ts';

const MAX_SHOWN = 40;
const CARD = 'rounded-2xl border border-border bg-card';

function Figure({ value, label, className }: { value: string; label: string; className?: string }) {
  return (
    <div className="grid">
      <dt className="order-2 text-sm text-muted-foreground md:text-base">{label}</dt>
      <dd className={cn('text-3xl font-bold tracking-tight tabular-nums md:text-5xl', className)}>
        {value}
      </dd>
    </div>
  );
}

export function Counts({ station }: { station: StationState }) {
  const t = useT();
  const format = useFormat();
  const { mode, index, scans, lineHaul } = station;
  const number = (value: number) => format.number(value, 0);
  if (mode === 'in' || mode === 'out')
    return (
      <dl className={cn(CARD, 'grid grid-cols-2 gap-2 px-5 py-3')}>
        <Figure
          value={number(scans.filter(({ kind }) => kind === mode).length)}
          label={t('scanned')}
          className="text-success-text"
        />
        <Figure value={number(pace(scans, new Date()))} label={t('in the last minute')} />
      </dl>
    );
  if (!lineHaul) return null;
  const { expected, done, over } = countsOf(index, mode);
  return (
    <div className={cn(CARD, 'px-5 py-3')}>
      <dl className="grid grid-cols-2 gap-x-2 gap-y-1">
        <Figure value={number(expected)} label={t('expected')} />
        <Figure value={number(done)} label={t('scanned')} className="text-success-text" />
        <Figure value={number(expected - done)} label={t('to come')} />
        {mode === 'unload' && (
          <Figure
            value={number(over)}
            label={t('over')}
            {...(over > 0 ? { className: 'text-danger-text' } : {})}
          />
        )}
      </dl>
      <ProgressBar
        label={t('Scanned articles')}
        share={expected > 0 ? done / expected : 0}
        className="py-1 [&_span]:h-2.5"
      />
      {mode === 'load' && (
        <div className="mt-2 border-t border-border pt-3">
          <Measures lineHaul={lineHaul} />
        </div>
      )}
    </div>
  );
}

export function LastScans({ station, className }: { station: StationState; className?: string }) {
  const t = useT();
  const format = useFormat();
  const { scans } = station;
  const perMinute = pace(scans, new Date());
  return (
    <section
      aria-label={t('Last scans')}
      className={cn(CARD, 'flex min-h-32 flex-col overflow-hidden', className ?? 'lg:flex-1')}
    >
      <header className="flex items-baseline justify-between gap-3 px-4 pt-3 pb-1.5">
        <h2 className="font-semibold">{t('Last scans')}</h2>
        {perMinute > 0 && (
          <span className="text-sm text-muted-foreground tabular-nums">
            {t('{count} a minute', { count: perMinute })}
          </span>
        )}
      </header>
      {scans.length === 0 && (
        <p className="px-4 pb-3 text-sm text-muted-foreground">{t('Nothing is scanned yet.')}</p>
      )}
      <ol tabIndex={-1} className="min-h-0 divide-y divide-border overflow-y-auto">
        {scans.slice(0, MAX_SHOWN).map((scan) => (
          <li
            key={scan.id}
            className={cn(
              'grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-3 px-4 py-1.5',
              scan.kind === 'undone' && 'line-through',
            )}
          >
            <time dateTime={scan.at} className="text-sm text-muted-foreground tabular-nums">
              {shortTime(scan.at, format.timezone)}
            </time>
            <span className="truncate">
              <bdi dir="ltr">{scan.code}</bdi>
              {scan.known?.from && (
                <span className="text-muted-foreground">
                  {' '}
                  <bdi>{scan.known.from}</bdi>
                </span>
              )}
            </span>
            <b className={cn('font-semibold', TEXT_TONES[toneOf(scan)])}>{t(wordOf(scan))}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function StillToCome({ station }: { station: StationState }) {
  const t = useT();
  const { mode, index, lineHaul, scans } = station;
  if ((mode !== 'load' && mode !== 'unload') || !lineHaul) return null;
  const jobs = missingOf(index, mode);
  const isBegun = scans.some(({ kind }) => isCounted(kind));
  return (
    <section aria-label={t('Still to come')} className={cn(CARD, 'overflow-hidden')}>
      <header className="flex items-baseline justify-between gap-3 px-4 pt-3 pb-1.5">
        <h2 className="font-semibold">
          {mode === 'load' ? t('Not loaded yet') : t('Short so far')}
        </h2>
        <span className="text-sm text-muted-foreground">
          {t('{count} jobs', { count: jobs.length }, '{count} job')}
        </span>
      </header>
      {jobs.length === 0 ? (
        <p className="px-4 pb-3 text-sm text-muted-foreground">
          {isBegun ? t('Everything is scanned.') : t('No article is planned.')}
        </p>
      ) : (
        <ul tabIndex={-1} className="max-h-32 divide-y divide-border overflow-y-auto">
          {jobs.map((job) => (
            <li
              key={job.jobId}
              className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-baseline gap-3 px-4 py-1.5"
            >
              <bdi dir="ltr" className="text-muted-foreground">
                {job.jobno}
              </bdi>
              <bdi className="truncate">{[job.from, job.to].filter(Boolean).join(' → ')}</bdi>
              <b className="font-semibold text-danger-text tabular-nums">
                {t('{missing} of {all} missing', { missing: job.missing, all: job.all })}
              </b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
