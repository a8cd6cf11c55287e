// The question that the strip shows, and its order among those that wait.
import type { LineHaul, LineHaulOperation } from '../model.ts';
import type { Scan } from './station.ts';
import type { StationItem } from './tasks.ts';

/** A question of the strip: taken with accept, left with dismiss. */
export type Open =
  | { kind: 'scan'; scan: Scan }
  | { kind: 'refusal'; item: StationItem }
  | { kind: 'step'; operation: LineHaulOperation; lineHaul: LineHaul };

export interface Questions {
  step: Extract<Open, { kind: 'step' }> | null;
  /** In the order of the queue. */
  refusals: readonly StationItem[];
  /** The newest first. */
  scans: readonly Scan[];
}

/**
 * The next question. A refusal arrives at any moment, so it never replaces the question of a scan:
 * the answer to that would go to the refusal.
 */
export function nextOpen(shown: Open | null, { step, refusals, scans }: Questions): Open | null {
  if (step) return step;
  const [scan] = scans;
  if (scan && shown?.kind === 'scan' && scans.some(({ id }) => id === shown.scan.id))
    return { kind: 'scan', scan };
  const same =
    shown?.kind === 'refusal'
      ? refusals.find(({ place }) => place === shown.item.place)
      : undefined;
  const item = same ?? refusals[0];
  if (item) return { kind: 'refusal', item };
  return scan ? { kind: 'scan', scan } : null;
}
