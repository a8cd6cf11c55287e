// Chooses the vehicle of a stop by typing; each names what the move changes.
import { useEffect, useMemo, useRef, useState } from 'react';
import { Command } from 'cmdk';
import { cn, Dialog, errorMessage } from '@waybill/plugin';
import type { LatLng } from '../../../kit/map/polyline.ts';
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
  // Until a person chooses one, the best is marked, whichever that becomes.
  const [marked, setMarked] = useState<string | null>(null);
  const isTouched = useRef(false);
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
        : [{ move, lane, name: run.drivername ?? '', vehicle: run.vehiclename ?? '' }];
    });
  }, [state, stop, location]);
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
      <Command
        shouldFilter={false}
        label={t('Vehicles')}
        value={marked ?? String(shown[0]?.lane ?? '')}
        onValueChange={(value) => isTouched.current && setMarked(value)}
        onKeyDown={({ key }) => {
          if (key.startsWith('Arrow') || key === 'Home' || key === 'End') isTouched.current = true;
        }}
        onPointerMove={() => {
          isTouched.current = true;
        }}
        className="grid gap-2 p-0.5"
      >
        <Command.Input
          value={text}
          onValueChange={(typing) => {
            setText(typing);
            isTouched.current = false;
            setMarked(null);
          }}
          placeholder={t('Type a driver or vehicle…')}
          className={cn(
            'h-9 w-full rounded-md border border-input bg-field px-2.5 text-sm',
            'focus-visible:outline-2 focus-visible:outline-ring',
          )}
        />
        <Command.List
          aria-busy={checks.size < choices.length}
          className="h-80 overflow-y-auto [scrollbar-gutter:stable]"
        >
          <Command.Empty className="px-2 py-6 text-center text-sm text-muted-foreground">
            {t('No matching vehicle.')}
          </Command.Empty>
          {shown.map(({ move, lane, name, vehicle }) => {
            const check = checks.get(lane);
            return (
              <Command.Item
                key={lane}
                value={String(lane)}
                onSelect={() => onMove(move)}
                className={cn(
                  'flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-sm',
                  'data-[selected=true]:bg-accent',
                )}
              >
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
              </Command.Item>
            );
          })}
          {isPlaced && typed === '' && (
            <Command.Item
              value="off"
              onSelect={() => onMove({ jobid: stop.jobid, key: stop.key, to: null, at: 0 })}
              className={cn(
                'cursor-pointer rounded-md border-t border-border px-2 py-2 text-sm',
                'data-[selected=true]:bg-accent',
              )}
            >
              {t('Take off its vehicle')}
            </Command.Item>
          )}
        </Command.List>
      </Command>
    </Dialog>
  );
}
