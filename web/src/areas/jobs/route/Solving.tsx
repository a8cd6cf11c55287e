// Progress of the search, with the best cost over time.
import { useEffect, useState } from 'react';
import { Button, cn, useFormat } from '@waybill/plugin';
import { Key } from '../../../kit/Key.tsx';
import { useT } from '../../../lib/i18n.ts';
import { usePlanWords } from './words.ts';
import type { Plan } from './wire.ts';

const LINE = { width: 90, height: 20 };

interface Point {
  elapsed: number;
  cost: number;
}

/** Steps down to the best cost, from left to right. */
export function stepsPath(points: readonly Point[], length: number): string {
  const [first] = points;
  if (!first || length <= 0) return '';
  const costs = points.map(({ cost }) => cost);
  const [most, least] = [Math.max(...costs), Math.min(...costs)];
  const x = (elapsed: number) => ((elapsed / length) * LINE.width).toFixed(1);
  const y = (cost: number) =>
    (2 + (most === least ? 0 : ((most - cost) / (most - least)) * (LINE.height - 4))).toFixed(1);
  return points
    .map(({ elapsed, cost }, at) =>
      at === 0 ? `M${x(elapsed)} ${y(cost)}` : `H${x(elapsed)}V${y(cost)}`,
    )
    .join('');
}

export function Solving({
  plan,
  isStopping,
  onStop,
}: {
  plan: Plan;
  isStopping: boolean;
  onStop: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const words = usePlanWords();
  const [points, setPoints] = useState<readonly Point[]>([]);
  const { elapsed, seconds, iterations } = plan;
  const cost = Number(plan.cost);
  useEffect(() => {
    if (cost > 0) setPoints((present) => [...present, { elapsed, cost }]);
  }, [elapsed, cost]);
  const isWaiting = plan.status === 'Waiting';
  const text = isWaiting
    ? t('Other plans are solved first')
    : t('{elapsed} of {seconds} s', {
        elapsed: format.number(Math.min(elapsed / 1000, seconds), 1),
        seconds,
      });
  const share = Math.min(1, elapsed / (seconds * 1000));
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-1',
        'rounded-lg border border-border bg-card px-3 py-1.5 text-[13px] shadow-xs',
      )}
    >
      <span className="font-semibold">{isWaiting ? t('Waiting') : t('Solving')}</span>
      <span
        role="progressbar"
        aria-label={t('Search for a plan')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
        className="block h-1.5 w-40 overflow-hidden rounded-full bg-muted max-md:w-24"
      >
        <span
          className="block h-full rounded-full bg-primary transition-[width] motion-reduce:transition-none"
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="tabular-nums">{text}</span>
      {cost > 0 && (
        <span className="text-muted-foreground tabular-nums max-md:hidden">
          {[
            t('best {cost}', { cost: words.money(cost) }),
            t('{count} plans tried', { count: iterations }, '{count} plan tried'),
            t('the plan below can be sent at any time'),
          ].join(' · ')}
        </span>
      )}
      <svg
        aria-hidden
        viewBox={`0 0 ${LINE.width} ${LINE.height}`}
        className="ms-auto h-5 w-[90px] rtl:-scale-x-100 max-lg:hidden"
      >
        <path
          d={stepsPath(points, seconds * 1000)}
          fill="none"
          strokeWidth={1.5}
          className="stroke-primary"
        />
      </svg>
      <Button
        variant="outline"
        size="sm"
        pending={isStopping}
        aria-keyshortcuts="s"
        onClick={onStop}
        className="max-lg:ms-auto"
      >
        {t('Stop and keep')}{' '}
        <span aria-hidden>
          <Key>s</Key>
        </span>
      </Button>
    </div>
  );
}
