// A plan that is changed by hand: moves checked by the server, locks, undo, kept over a reload.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formDraft } from '../../../kit/form-draft.ts';
import { failure } from '../../../kit/mutate.ts';
import { t } from '../../../lib/i18n.ts';
import {
  changeOf,
  isSameOrder,
  lanesOf,
  requestOf,
  routeOf,
  stopsAfter,
  withRoutes,
  type Change,
  type Move,
  type PlanState,
  type PlanVehicle,
} from './plan.ts';
import { checkRoutes } from './queries.ts';
import type { Plan } from './wire.ts';

export interface Preview {
  after: PlanState;
  change: Change;
}

interface Edits {
  state: PlanState;
  past: readonly PlanState[];
}

export interface Planner {
  state: PlanState;
  /** As planned, without the changes by hand. */
  planned: PlanState;
  /** True if stops were moved by hand. */
  isChanged: boolean;
  /** Vehicles whose routes are being checked. */
  checking: readonly number[];
  /** Checks and makes a move; null if it was refused, or taken back during the check. */
  move: (move: Move) => Promise<Preview | null>;
  /** Checks a move without making it. */
  preview: (move: Move) => Promise<Preview>;
  /** Locks stops, or unlocks them if all are locked. */
  toggleLocks: (keys: readonly string[]) => void;
  /** Takes back the last change, or the last move being checked; false if there is none. */
  undo: () => boolean;
  canUndo: boolean;
  /** Forgets the changes by hand, and the moves being checked. */
  drop: () => void;
}

const NO_ROUTES: Plan['routes'] = [];
const NO_JOBS: Plan['unassigned'] = [];
const NO_VEHICLES: readonly number[] = [];
/** Further changes cannot be taken back. */
const MAX_PAST = 100;

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));

const isSameState = (a: PlanState, b: PlanState) =>
  isSameOrder(a, b) && isSameList(a.locks, b.locks);

const draftName = (planid: number) => `route-plan-${planid}`;
const locksName = (planid: number) => `route-locks-${planid}`;

/** Locks that a plan was made with; they hold in it, too. */
export const keepLocks = (planid: number, locks: readonly string[]): void => {
  if (locks.length > 0) formDraft.keep(locksName(planid), { base: locks, values: locks });
};

export function usePlanner(plan: Plan | undefined, vehicles: readonly PlanVehicle[]): Planner {
  const planid = plan?.planid ?? 0;
  const rundate = plan?.rundate ?? '';
  const [edits, setEdits] = useState<Edits | null>(() => {
    const state = formDraft.read<PlanState>(draftName(planid))?.values;
    return state ? { state, past: [] } : null;
  });
  const [checking, setChecking] = useState(NO_VEHICLES);
  const routes = plan?.routes ?? NO_ROUTES;
  const unassigned = plan?.unassigned ?? NO_JOBS;
  const planned = useMemo<PlanState>(
    () => ({
      routes: lanesOf(routes, vehicles),
      unassigned,
      locks: formDraft.read<readonly string[]>(locksName(planid))?.values ?? [],
    }),
    [planid, routes, unassigned, vehicles],
  );
  const state = edits?.state ?? planned;
  const latest = useRef({ state, edits, planned });
  useEffect(() => {
    latest.current = { state, edits, planned };
  });
  const previews = useRef<{ of: PlanState; known: Map<string, Promise<Preview>> }>({
    of: state,
    known: new Map(),
  });
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  /** Moves that are not made yet, oldest first. */
  const asked = useRef<Move[]>([]);

  const change = useCallback(
    (next: PlanState) => {
      const { state: before, edits: present } = latest.current;
      const past = [...(present?.past ?? []), before].slice(-MAX_PAST);
      const changed = { state: next, past };
      latest.current = { ...latest.current, state: next, edits: changed };
      setEdits(changed);
      formDraft.keep(draftName(planid), { base: next, values: next });
    },
    [planid],
  );

  const preview = useCallback(
    (move: Move): Promise<Preview> => {
      const before = latest.current.state;
      if (previews.current.of !== before) previews.current = { of: before, known: new Map() };
      const { known } = previews.current;
      const key = JSON.stringify(move);
      const present = known.get(key);
      if (present) return present;
      const check = async (): Promise<Preview> => {
        const requests = [...stopsAfter(before, move)].flatMap(([vehicleid, stops]) => {
          const run = routeOf(before, vehicleid);
          return stops.length > 0 && run && run.driverid !== null
            ? [requestOf({ vehicleid, driverid: run.driverid }, stops, run.id)]
            : [];
        });
        const checked =
          requests.length > 0 ? await checkRoutes({ rundate, planid, routes: requests }) : [];
        const after = withRoutes(before, move, checked, t('Taken off its vehicle by hand.'));
        return { after, change: changeOf(before, after, move) };
      };
      const found = check();
      known.set(key, found);
      // A failed check is repeated.
      found.catch(() => known.delete(key));
      return found;
    },
    [planid, rundate],
  );

  const move = useCallback(
    (next: Move): Promise<Preview | null> => {
      // A copy, as the same move may be asked for twice.
      const own = { ...next };
      const isTakenBack = () => !asked.current.includes(own);
      asked.current.push(own);
      const make = async (): Promise<Preview | null> => {
        try {
          while (!isTakenBack()) {
            const before = latest.current.state;
            setChecking([...stopsAfter(before, own).keys()]);
            const made = await preview(own);
            if (isTakenBack()) break;
            // Stops may have been locked during the check; its result does not have these locks.
            if (!isSameState(latest.current.state, before)) continue;
            change(made.after);
            return made;
          }
          return null;
        } catch (error) {
          if (!isTakenBack()) failure(t('The stop was not moved'))(error);
          return null;
        } finally {
          asked.current = asked.current.filter((one) => one !== own);
          setChecking(NO_VEHICLES);
        }
      };
      // Each change is made to the result of the one before.
      const made = turn.current.then(make);
      turn.current = made;
      return made;
    },
    [preview, change],
  );

  const toggleLocks = useCallback(
    (keys: readonly string[]) => {
      const { state: before } = latest.current;
      const isLocked = keys.every((key) => before.locks.includes(key));
      const others = before.locks.filter((key) => !keys.includes(key));
      change({ ...before, locks: isLocked ? others : [...others, ...keys] });
    },
    [change],
  );

  const drop = useCallback(() => {
    asked.current = [];
    formDraft.drop(draftName(planid));
    setEdits(null);
  }, [planid]);

  const undo = useCallback((): boolean => {
    // A move being checked is the last change.
    if (asked.current.pop()) return true;
    const { edits: present, planned: asPlanned } = latest.current;
    const before = present?.past.at(-1);
    if (!present || !before) return false;
    const past = present.past.slice(0, -1);
    if (isSameState(before, asPlanned)) drop();
    else {
      setEdits({ state: before, past });
      formDraft.keep(draftName(planid), { base: before, values: before });
    }
    return true;
  }, [planid, drop]);

  return {
    state,
    planned,
    isChanged: useMemo(
      () => edits !== null && !isSameOrder(edits.state, planned),
      [edits, planned],
    ),
    checking,
    move,
    preview,
    toggleLocks,
    undo,
    canUndo: (edits?.past.length ?? 0) > 0 || checking.length > 0,
    drop,
  };
}
