// One timeline of a job: scans with pictures and signatures, and operations.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Card,
  CardHeader,
  cn,
  ErrorNote,
  Select,
  Skeleton,
  useFormat,
  words,
} from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { shortMoment } from '../../../kit/list/times.ts';
import { useT } from '../../../lib/i18n.ts';
import { logText, valueText, type Job, type LogEntry, type ScanEvent } from '../model.ts';
import { logQuery, scansQuery } from '../queries.ts';
import { Picture } from './Picture.tsx';

const BAD_SCANS = new Set(['Damaged', 'Short', 'Over', 'CardLeft', 'ReturnedToSender']);
/** The log repeats what scans show. */
const OF_SCANS = new Set(['Scan']);
const FIRST = 40;

interface Entry {
  key: string;
  time: string;
  scan?: ScanEvent;
  log?: LogEntry;
}

export const entriesOf = (scans: readonly ScanEvent[], log: readonly LogEntry[]): Entry[] =>
  [
    ...scans.map((scan): Entry => ({
      key: `scan-${scan.id}`,
      time: scan.scannedeventdatetime,
      scan,
    })),
    ...log.flatMap((entry): Entry[] =>
      OF_SCANS.has(entry.operation)
        ? []
        : [{ key: `log-${entry.id}`, time: entry.creationtime, log: entry }],
    ),
  ].toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));

function ScanEntry({ scan }: { scan: ScanEvent }) {
  const t = useT();
  const place = [scan.warehousecode, scan.locationcode].filter(Boolean).join(' · ');
  return (
    <>
      <p className={cn('font-medium', BAD_SCANS.has(scan.code) && 'text-danger-text')}>
        {t(words(scan.code))}
        {scan.articlenumber && (
          <span className="font-normal text-muted-foreground">
            {' '}
            <bdi dir="ltr">{scan.articlenumber}</bdi>
          </span>
        )}
      </p>
      {[
        place,
        scan.reason,
        scan.signedby && t('signed by {name}', { name: scan.signedby }),
        ...scan.details.map(({ key, value }) => `${words(key)}: ${value}`),
        scan.creatorUserName,
      ]
        .filter((text): text is string => Boolean(text))
        .map((text) => (
          <p key={text} className="break-words text-muted-foreground">
            <bdi>{text}</bdi>
          </p>
        ))}
      {(scan.images.length > 0 || scan.signature) && (
        <p className="mt-1.5 flex flex-wrap gap-2">
          {scan.signature && (
            <Picture
              address={scan.signature}
              text={
                scan.signedby ? t('Signature of {name}', { name: scan.signedby }) : t('Signature')
              }
              className="w-28"
            />
          )}
          {scan.images.map((address, index) => (
            <Picture
              key={address}
              address={address}
              text={t('Photo {number}: {event}', {
                number: index + 1,
                event: t(words(scan.code)),
              })}
            />
          ))}
        </p>
      )}
    </>
  );
}

function LogText({ entry }: { entry: LogEntry }) {
  const t = useT();
  const isFailed = entry.status === 'Failed';
  return (
    <>
      <p className={cn(isFailed && 'text-danger-text')}>
        {t(logText(entry.operation))}
        {isFailed && ` · ${t('failed')}`}
      </p>
      {entry.value && (
        <p className="break-words text-muted-foreground">
          <bdi>{valueText(entry.value, t)}</bdi>
        </p>
      )}
      <p className="text-muted-foreground">
        <bdi>{entry.userName}</bdi>
      </p>
    </>
  );
}

export function Timeline({ job }: { job: Job }) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const [showsAll, setShowsAll] = useState(false);
  const [kind, setKind] = useState<'all' | 'scans' | 'log'>('all');
  const seesLog = isTenant && has('Pages.Job');
  const scans = useQuery(scansQuery(job.id));
  const log = useQuery({ ...logQuery(job.id), enabled: seesLog });
  const entries = entriesOf(
    kind === 'log' ? [] : (scans.data ?? []),
    kind === 'scans' ? [] : (log.data ?? []),
  );
  const shown = showsAll ? entries : entries.slice(0, FIRST);
  const failed = scans.error ?? log.error;
  return (
    <Card aria-label={t('Timeline')}>
      <CardHeader
        title={t('Timeline')}
        actions={
          seesLog && (
            <Select
              aria-label={t('Entries shown')}
              value={kind}
              onChange={({ target }) => setKind(target.value as typeof kind)}
              className="h-7 w-auto text-xs"
            >
              <option value="all">{t('All')}</option>
              <option value="scans">{t('Scans')}</option>
              <option value="log">{t('Operations')}</option>
            </Select>
          )
        }
      />
      {failed && (
        <ErrorNote
          title={t('Not all of the timeline could be loaded')}
          error={failed}
          onRetry={() => void (scans.error ? scans.refetch() : log.refetch())}
          className="mb-3"
        />
      )}
      {scans.isPending || (seesLog && log.isPending) ? (
        <div className="grid gap-3">
          <Skeleton />
          <Skeleton className="w-2/3" />
        </div>
      ) : entries.length === 0 ? (
        !failed && <p className="text-[13px] text-muted-foreground">{t('Nothing happened yet')}</p>
      ) : (
        <ol className="grid gap-3">
          {shown.map(({ key, time, scan, log: entry }) => (
            <li key={key} className="relative flex gap-3 text-[13px]">
              <span
                aria-hidden
                className={cn(
                  'mt-1.5 size-2 shrink-0 rounded-full',
                  scan
                    ? BAD_SCANS.has(scan.code)
                      ? 'bg-danger-text'
                      : 'bg-success-text'
                    : 'bg-control',
                )}
              />
              <div className="min-w-0 flex-1">
                {scan && <ScanEntry scan={scan} />}
                {entry && <LogText entry={entry} />}
              </div>
              <time
                dateTime={time}
                title={format.dateTime(time)}
                className="shrink-0 text-xs leading-5 text-muted-foreground tabular-nums"
              >
                {shortMoment(time, format.timezone)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {shown.length < entries.length && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className={cn(
            'mt-3 cursor-pointer text-[13px] text-link hover:underline',
            'focus-visible:outline-2 focus-visible:outline-ring',
          )}
        >
          {t('Show all {count}', { count: entries.length })}
        </button>
      )}
    </Card>
  );
}
