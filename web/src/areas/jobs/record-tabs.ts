// Driver tabs: runs, messages.
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
  {
    on: 'driver',
    id: 'messages',
    label: msg('Messages'),
    permission: 'Pages.Job.Allocate',
    feature: 'Job',
    order: 20,
    component: lazy(() => import('./messages/DriverMessages.tsx')),
  },
];
