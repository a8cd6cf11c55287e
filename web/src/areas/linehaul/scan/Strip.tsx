// Strip of undecided results. They stay until decided, so the next scan cannot hide them.
import { CircleHelp, TriangleAlert } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { isOpen } from '../model.ts';
import { keyOf } from './commands.ts';
import type { Open } from './open.ts';
import { countsOf } from './station.ts';
import type { StationState } from './use-station.ts';
import { STEP_QUESTIONS, SURFACES, wordOf } from './words.ts';

interface Texts {
  title: string;
  text: string;
  accept: string | null;
  dismiss: string;
}

function stepText(open: Extract<Open, { kind: 'step' }>, station: StationState, t: Translate) {
  if (open.operation === 'Close') {
    const { expected, done } = countsOf(station.index, 'load');
    const left = expected - done;
    return left > 0
      ? t(
          '{count} articles are not loaded and stay behind.',
          { count: left },
          '{count} article is not loaded and stays behind.',
        )
      : t('Everything is loaded.');
  }
  if (open.operation !== 'Complete') return '';
  const { expected, done, over } = countsOf(station.index, 'unload');
  return t('{short} short, {over} over.', { short: expected - done, over });
}

function textsOf(open: Open, station: StationState, t: Translate): Texts {
  if (open.kind === 'step')
    return {
      title: t(STEP_QUESTIONS[open.operation], { code: open.lineHaul.linehaulcode }),
      text: stepText(open, station, t),
      accept: t('Yes'),
      dismiss: t('No'),
    };
  if (open.kind === 'refusal')
    return {
      title: t('Refused: {article}', { article: open.item.task.article }),
      text: open.item.conflict ?? '',
      accept: t('Try again'),
      dismiss: t('Put aside'),
    };
  const { scan } = open;
  const { known, message } = scan;
  const mayTake =
    scan.kind === 'unexpected' &&
    station.lineHaul !== undefined &&
    station.lineHaul.id === scan.haulId &&
    (scan.mode === 'unload' || isOpen(station.lineHaul));
  return {
    title: t('Put aside: {word}', { word: t(wordOf(scan)) }),
    text: [known?.article ?? scan.code, message ?? (known && `${known.from} → ${known.to}`)]
      .filter(Boolean)
      .join(' · '),
    accept: mayTake ? (scan.mode === 'unload' ? t('Take as over') : t('Load anyway')) : null,
    dismiss: t('Done'),
  };
}

export function Strip({ station }: { station: StationState }) {
  const t = useT();
  const { open, openCount } = station;
  if (!open) return null;
  const { title, text, accept, dismiss } = textsOf(open, station, t);
  const Icon = open.kind === 'step' ? CircleHelp : TriangleAlert;
  const button = cn(
    'flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-white/60 px-3',
    'text-base font-semibold hover:bg-white/15 focus-visible:outline-2 focus-visible:outline-white',
  );
  return (
    <section
      aria-label={t('To decide')}
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl px-4 py-3',
        SURFACES[open.kind === 'step' ? 'info' : 'bad'],
      )}
    >
      <Icon aria-hidden className="size-7 shrink-0" />
      <div role="alert" className="min-w-0 flex-1 basis-60">
        <p className="text-xl leading-tight font-semibold break-words md:text-2xl">{title}</p>
        <p className="break-words">
          <bdi>{text}</bdi>
          {openCount > 1 && <> · {t('{count} more', { count: openCount - 1 })}</>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {accept && (
          <button
            type="button"
            className={button}
            aria-keyshortcuts={keyOf('accept')}
            onClick={() => station.command({ kind: 'accept' })}
          >
            {accept} <kbd className="text-xs">{keyOf('accept')}</kbd>
          </button>
        )}
        <button
          type="button"
          className={button}
          aria-keyshortcuts={keyOf('dismiss')}
          onClick={() => station.command({ kind: 'dismiss' })}
        >
          {dismiss} <kbd className="text-xs">{keyOf('dismiss')}</kbd>
        </button>
      </div>
    </section>
  );
}
