// Good places for a stop: the least detour on a straight line, before the server checks it.
import { metresBetween } from '../../../kit/map/distance.ts';
import type { LatLng } from '../../../lib/polyline.ts';
import { firstFree, keyOf, stepsOf, stopsOf } from './plan.ts';
import type { Run, RunStep } from './wire.ts';

/** Null for a stop without a position. */
export function locationOf({ location }: Pick<RunStep, 'location'>): LatLng | null {
  const [longitude, latitude] = location ?? [];
  return longitude === undefined || latitude === undefined ? null : { longitude, latitude };
}

/** Place among the stops of a run, without the stop itself; at the end if positions are unknown. */
export function bestPlace(run: Run, location: LatLng | null, key: string | null): number {
  const stops = stepsOf(run).filter((step) => keyOf(step) !== key);
  const least = firstFree(stopsOf(run).filter((stop) => stop.key !== key));
  if (!location) return stops.length;
  const start = run.steps.find(({ type }) => type === 'start');
  const end = run.steps.find(({ type }) => type === 'end');
  const way = [start, ...stops, end].map((step) => step && locationOf(step));
  const between = (a: LatLng | null | undefined, b: LatLng | null | undefined) =>
    a && b ? metresBetween(a, b) : 0;
  let best = { at: stops.length, detour: Infinity };
  for (let at = least; at <= stops.length; at += 1) {
    const [before, after] = [way[at], way[at + 1]];
    const detour = between(before, location) + between(location, after) - between(before, after);
    if (detour < best.detour) best = { at, detour };
  }
  return best.at;
}
