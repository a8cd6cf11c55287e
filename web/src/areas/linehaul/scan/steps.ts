// The step of a line haul that follows at the station.
import type { LineHaul, LineHaulOperation } from '../model.ts';
import { countsOf, type Index } from './station.ts';

const STEPS: Readonly<Record<string, LineHaulOperation>> = {
  Draft: 'Close',
  Loading: 'Close',
  Closed: 'Depart',
  Departed: 'Arrive',
  InTransit: 'Arrive',
  Arrived: 'Unload',
  Unloading: 'Complete',
};

/** The step that follows; scans that are not sent yet may already have begun it. */
export function stepOf(lineHaul: LineHaul, index: Index): LineHaulOperation | null {
  const { status, allowedOperations } = lineHaul;
  if (status === 'Draft' && countsOf(index, 'load').done > 0) return 'Close';
  const { done, over } = countsOf(index, 'unload');
  if (status === 'Arrived' && done + over > 0) return 'Complete';
  const step = STEPS[status];
  return step && allowedOperations.includes(step) ? step : null;
}
