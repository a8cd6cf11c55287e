// Settings section: webhooks.
import { lazy } from 'react';
import { Webhook } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  {
    id: 'webhooks',
    path: 'webhooks',
    title: msg('Webhooks'),
    description: msg('Send events to other programs'),
    icon: Webhook,
    group: 'interface',
    permission: 'Pages.Administration.Webhooks',
    feature: 'Webhooks',
    audience: STAFF,
    keywords: msg('integration events callbacks HTTP API'),
    component: lazy(() => import('./Webhooks.tsx')),
  },
];
