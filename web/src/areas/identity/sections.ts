// Settings sections: account, API keys.
import { lazy } from 'react';
import { KeyRound, MonitorSmartphone, UserRound } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { EVERYBODY, STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  {
    id: 'profile',
    path: 'profile',
    title: msg('Profile'),
    description: msg('Name, email address, picture, language and time zone'),
    icon: UserRound,
    group: 'you',
    audience: EVERYBODY,
    keywords: msg('account photo telephone'),
    component: lazy(() => import('./profile/Profile.tsx')),
  },
  {
    id: 'own-security',
    path: 'profile/security',
    title: msg('Password and two-factor authentication'),
    description: msg('Sign-in security'),
    icon: KeyRound,
    group: 'you',
    audience: EVERYBODY,
    keywords: msg('two-factor authenticator recovery codes 2FA'),
    component: lazy(() => import('./profile/Security.tsx')),
  },
  {
    id: 'own-sessions',
    path: 'profile/sessions',
    title: msg('Sessions'),
    description: msg('Active sessions and sign-out'),
    icon: MonitorSmartphone,
    group: 'you',
    audience: EVERYBODY,
    keywords: msg('devices browsers sign out'),
    component: lazy(() => import('./profile/Sessions.tsx')),
  },
  {
    id: 'keys',
    path: 'api-keys',
    title: msg('API keys'),
    description: msg('Keys for programs'),
    icon: KeyRound,
    group: 'people',
    permission: 'Pages.Administration.Users.Edit',
    audience: STAFF,
    keywords: msg('integration client secret token'),
    component: lazy(() => import('./keys/Keys.tsx')),
  },
];
