// Dialog for the vehicle of a stop: a list with the effect of each move on cost and delays.
import { useEffect, useMemo, useState } from 'react';
import { cn, Dialog, errorMessage } from '@waybill/plugin';
import type { LatLng } from '../../../lib/polyline.ts';
import { Choice, ChoiceList, NoChoice } from '../../../kit/pickers/ChoiceList.tsx';
import { seriesColour } from '../../../kit/map/projection.ts';
import { useT } from '../../../lib/i18n.ts';
import { bestPlace, locationOf } from './places.ts';
import { isIdle, keyOf, stepsOf, vehicleOf, type Change, type Move } from './plan.ts';
import type { DraggedStop } from './PlanLane.tsx';
import type { Planner } from './use-planner.ts';
import { usePlanWords } from './words.ts';

/** Checks of vehicles at a time. */
const MAX_CONCURRENT = 3;

interface Choice {
  move: Move;
  lane: number;
  name: string;
  vehicle: string;
}

type Checked = { change: Change } | { error: string };

/** Good ones first: none more late, then the lowest cost; unchecked ones last. */
export const byChange = (checks: ReadonlyMap<number, Checked>) => (a: Choice, b: Choice) => {
  const rank = ({ lane }: Choice): readonly [number, number, number] => {
    const check = checks.get(lane);
    if (!check) return [1, 0, 0];
    if ('error' in check) return [2, 0, 0];
    return [0, Math.max(0, check.change.late), check.change.cost];
  };
  const [left, right] = [rank(a), rank(b)];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2] || a.lane - b.lane;
};

export interface MoveStopProps {
  planner: Planner;
  stop: DraggedStop;
  /** Position of a job that has no stop yet. */
  location: LatLng | null;
  onMove: (move: Move) => void;
  onClose: () => void;
}

export function MoveStop({ planner, stop, location, onMove, onClose }: MoveStopProps) {
  const t = useT();
  const words = usePlanWords();
  const [text, setText] = useState('');
  const [checks, setChecks] = useState<ReadonlyMap<number, Checked>>(new Map());
  const { state, preview } = planner;
  const choices = useMemo(() => {
    const own = stop.key === null ? null : vehicleOf(state, stop.key);
    const step = state.routes.flatMap(stepsOf).find((one) => keyOf(one) === stop.key);
    const spot = step ? locationOf(step) : location;
    return state.routes.flatMap((run, lane): Choice[] => {
      const key = run.vehicleid === own ? stop.key : null;
      const move = {
        jobid: stop.jobid,
        key: stop.key,
        to: run.vehicleid,
        at: bestPlace(run, spot, key),
      };
      return isIdle(state, move)
        ? []
        : [{ move, lane, name: run.drivername || t('No driver'), vehicle: run.vehiclename ?? '' }];
    });
  }, [state, stop, location, t]);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const waiting = [...choices];
    const next = async (): Promise<void> => {
      for (let choice = waiting.shift(); choice && !signal.aborted; choice = waiting.shift()) {
        const { lane, move } = choice;
        const check = await preview(move).then(
          ({ change }): Checked => ({ change }),
          (error: unknown): Checked => ({ error: errorMessage(error) }),
        );
        if (!signal.aborted) setChecks((present) => new Map(present).set(lane, check));
      }
    };
    void Promise.all(Array.from({ length: MAX_CONCURRENT }, next));
    return () => ending.abort();
  }, [choices, preview]);
  const typed = text.trim().toLowerCase();
  const shown = choices
    .filter(({ name, vehicle }) => `${name} ${vehicle}`.toLowerCase().includes(typed))
    .toSorted(byChange(checks));
  const isPlaced = stop.key !== null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        isPlaced
          ? t('Move {stop} to…', { stop: stop.name })
          : t('Put {stop} on a vehicle', { stop: stop.name })
      }
      size="md"
    >
      <ChoiceList
        label={t('Vehicles')}
        placeholder={t('Type a driver or vehicle…')}
        text={text}
        onText={setText}
        isBusy={checks.size < choices.length}
        best={String(shown[0]?.lane ?? '')}
      >
        <NoChoice>{t('No matching vehicle.')}</NoChoice>
        {shown.map(({ move, lane, name, vehicle }) => {
          const check = checks.get(lane);
          return (
            <Choice key={lane} value={String(lane)} onSelect={() => onMove(move)}>
              <span
                aria-hidden
                className="size-2.5 shrink-0 rounded-full"
                style={{ backgroundColor: seriesColour(lane) }}
              />
              <span className="grid min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <span dir="auto" className="truncate font-medium">
                    {name}
                  </span>
                  <span dir="auto" className="truncate text-xs text-muted-foreground">
                    {vehicle}
                  </span>
                </span>
                <span
                  className={cn(
                    'text-xs',
                    check && 'change' in check && check.change.late > 0
                      ? 'text-danger-text'
                      : 'text-muted-foreground',
                  )}
                >
                  {!check
                    ? t('Checking…')
                    : 'error' in check
                      ? check.error
                      : words.change(check.change)}
                </span>
              </span>
            </Choice>
          );
        })}
        {isPlaced && typed === '' && (
          <Choice
            value="off"
            onSelect={() => onMove({ jobid: stop.jobid, key: stop.key, to: null, at: 0 })}
            className="border-t border-border"
          >
            {t('Take off its vehicle')}
          </Choice>
        )}
      </ChoiceList>
    </Dialog>
  );
}
