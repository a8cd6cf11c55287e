// Settings sections: users, roles, organisation units.
import { lazy } from 'react';
import { FolderTree, IdCard, Users } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  {
    id: 'users',
    path: 'users',
    title: msg('Users'),
    description: msg('User accounts and permissions'),
    icon: Users,
    group: 'people',
    permission: 'Pages.Administration.Users',
    audience: ['staff', 'customer'],
    keywords: msg('accounts people permissions'),
    component: lazy(() => import('./users/Users.tsx')),
  },
  {
    id: 'roles',
    path: 'roles',
    title: msg('Roles'),
    description: msg('Permission sets for users'),
    icon: IdCard,
    group: 'people',
    permission: 'Pages.Administration.Roles',
    audience: ['staff', 'customer'],
    keywords: msg('permissions rights'),
    component: lazy(() => import('./roles/RoleList.tsx')),
  },
  {
    id: 'units',
    path: 'organization-units',
    title: msg('Organisation units'),
    description: msg('Branches, depots and teams, and who belongs to them'),
    icon: FolderTree,
    group: 'people',
    permission: 'Pages.Administration.OrganizationUnits',
    audience: STAFF,
    keywords: msg('branches depots departments teams'),
    component: lazy(() => import('./units/Units.tsx')),
  },
];
