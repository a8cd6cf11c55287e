// Driver tab: runs.
import { lazy } from 'react';
import type { RecordTab } from '../../kit/record-tabs.ts';
import { msg } from '../../lib/i18n.ts';

export const recordTabs: RecordTab[] = [
  {
    on: 'driver',
    id: 'runs',
    label: msg('Runs'),
    permission: 'Pages.Job.Routing',
    feature: 'Job',
    order: 10,
    component: lazy(() => import('./route/DriverRuns.tsx')),
  },
];
