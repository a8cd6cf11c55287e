// Jobs while they are dragged.
import type { DragKind } from '../../../kit/lanes/drag.ts';
import { t } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';

export interface Dragged {
  jobs: readonly Job[];
  /** The lane that they leave; null from the list. */
  from: number | null;
}

export const JOBS: DragKind<Dragged> = {
  name: 'waybill-jobs',
  label: ({ jobs }) =>
    jobs.length === 1
      ? (jobs[0]?.jobno ?? '')
      : t('{count} jobs', { count: jobs.length }, '{count} job'),
};
