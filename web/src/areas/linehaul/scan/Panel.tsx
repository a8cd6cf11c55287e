// The large result, read from three metres.
import { Check, CircleAlert, CopyCheck, Info, type LucideIcon } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { laneNames } from '../model.ts';
import { placeOf, type Scan } from './station.ts';
import type { StationState } from './use-station.ts';
import { READY, SURFACES, toneOf, wordOf, type PanelTone } from './words.ts';

const ICONS: Readonly<Record<PanelTone, LucideIcon>> = {
  good: Check,
  warn: CopyCheck,
  bad: CircleAlert,
  info: Info,
};

/** Long words are smaller, so that none is cut. */
const sizeOf = (word: string): string =>
  word.length <= 8
    ? 'text-[clamp(2.75rem,18cqw,11rem)]'
    : word.length <= 15
      ? 'text-[clamp(2.25rem,9.5cqw,6.5rem)]'
      : 'text-[clamp(1.75rem,7cqw,4.5rem)]';

function Surface({
  tone,
  word,
  lines,
  count,
}: {
  tone: PanelTone;
  word: string;
  lines: readonly (string | null | undefined | false)[];
  count?: { done: number; all: number } | null;
}) {
  const t = useT();
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      data-tone={tone}
      className={cn(
        '@container relative flex min-h-32 flex-1 flex-col justify-center overflow-hidden',
        'rounded-2xl px-5 py-3',
        SURFACES[tone],
      )}
    >
      <div className="flex items-start justify-between gap-4">
        <Icon aria-hidden className="size-9 shrink-0 @[32rem]:size-12" />
        {count && (
          <p className="text-end leading-tight">
            <b className="block text-3xl font-bold tabular-nums @[32rem]:text-6xl">
              {t('{done} of {all}', { done: count.done, all: count.all })}
            </b>
            <span className="text-sm opacity-90 @[32rem]:text-xl">{t('articles of this job')}</span>
          </p>
        )}
      </div>
      <p className={cn('py-1 leading-[1.02] font-bold tracking-tight break-words', sizeOf(word))}>
        {word}
      </p>
      {lines.filter(Boolean).map((line, place) => (
        <p
          key={`${place} ${String(line)}`}
          className={cn(
            'line-clamp-2 break-words',
            place === 0
              ? 'text-lg font-semibold @[32rem]:text-4xl'
              : 'text-sm opacity-90 @[32rem]:text-2xl',
          )}
        >
          <bdi>{line}</bdi>
        </p>
      ))}
    </div>
  );
}

function ScanResult({ scan, station }: { scan: Scan; station: StationState }) {
  const t = useT();
  const { known, kind, mode, message, isChecking } = scan;
  const count =
    known && (kind === 'loaded' || kind === 'unloaded') && (mode === 'load' || mode === 'unload')
      ? placeOf(station.index, known.jobId, mode)
      : null;
  return (
    <Surface
      tone={toneOf(scan)}
      word={t(wordOf(scan))}
      count={count}
      lines={[
        known
          ? [known.jobno, [known.from, known.to].filter(Boolean).join(' → ')]
              .filter(Boolean)
              .join(' · ')
          : scan.code,
        isChecking ? t('Checking…') : message,
        known && [known.article, known.goods].filter(Boolean).join(' · '),
      ]}
    />
  );
}

export function Panel({ station }: { station: StationState }) {
  const t = useT();
  const { notice, scans, lineHaul, mode, haulId } = station;
  const [last] = scans;
  if (notice) return <Surface tone={notice.tone} word={notice.word} lines={[notice.text]} />;
  if (last && last.mode === mode && last.haulId === haulId)
    return <ScanResult scan={last} station={station} />;
  return (
    <div
      role="status"
      className={cn(
        '@container flex min-h-32 flex-1 flex-col justify-center gap-2 rounded-2xl border-2',
        'border-dashed border-border bg-card px-5 py-3',
      )}
    >
      <p className="text-xl font-semibold @[32rem]:text-5xl">{t(READY[mode])}</p>
      {lineHaul && (
        <p className="text-sm text-muted-foreground @[32rem]:text-2xl">
          <bdi>{lineHaul.linehaulcode}</bdi> · <bdi>{laneNames(lineHaul)}</bdi>
        </p>
      )}
    </div>
  );
}
