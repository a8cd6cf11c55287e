// Settings section: plugins.
import { lazy } from 'react';
import { Puzzle } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  {
    id: 'plugins',
    path: 'plugins',
    title: msg('Plugins'),
    description: msg('Installed plugins and their permissions'),
    icon: Puzzle,
    group: 'interface',
    permission: 'Pages.Plugins',
    audience: STAFF,
    keywords: msg('extensions carriers integrations packages'),
    component: lazy(() => import('./Plugins.tsx')),
  },
];
