// Settings section: audit log.
import { lazy } from 'react';
import { ScrollText } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  {
    id: 'audit',
    path: 'audit-log',
    title: msg('Audit log'),
    description: msg('Changes and sign-ins'),
    icon: ScrollText,
    group: 'people',
    permission: 'Pages.Administration.AuditLogs',
    audience: STAFF,
    keywords: msg('history changes sign-ins'),
    component: lazy(() => import('./AuditLog.tsx')),
  },
];
