// User tab: API keys.
import { lazy } from 'react';
import type { RecordTab } from '../../kit/record-tabs.ts';
import { msg } from '../../lib/i18n.ts';

export const recordTabs: RecordTab[] = [
  {
    on: 'user',
    id: 'keys',
    label: msg('API keys'),
    permission: 'Pages.Administration.Users.Edit',
    component: lazy(() => import('./keys/KeyPanel.tsx')),
  },
];
