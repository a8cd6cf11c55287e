// Settings section: languages.
import { lazy } from 'react';
import { Languages } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  {
    id: 'languages',
    path: 'languages',
    title: msg('Languages'),
    description: msg('Application languages and texts'),
    icon: Languages,
    group: 'interface',
    permission: 'Pages.Administration.Languages',
    audience: STAFF,
    keywords: msg('translation texts wording'),
    component: lazy(() => import('./Languages.tsx')),
  },
];
