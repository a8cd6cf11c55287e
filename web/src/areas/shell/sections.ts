// Settings sections: appearance, links, views.
import { lazy } from 'react';
import { Link2, Palette, TableProperties } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { EVERYBODY, STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  {
    id: 'appearance',
    path: 'appearance',
    title: msg('Appearance'),
    description: msg('Language, theme, zoom'),
    icon: Palette,
    group: 'you',
    audience: EVERYBODY,
    keywords: msg('theme dark light zoom sidebar language'),
    component: lazy(() => import('./Appearance.tsx')),
  },
  {
    id: 'links',
    path: 'links',
    title: msg('Sidebar links'),
    description: msg('Custom sidebar links'),
    icon: Link2,
    group: 'interface',
    permission: 'Pages.Administration.SidebarLinks',
    audience: STAFF,
    keywords: msg('menu navigation'),
    component: lazy(() => import('./links/SidebarLinks.tsx')),
  },
  {
    id: 'views',
    path: 'views',
    title: msg('Saved views'),
    description: msg('Your saved views and those for everyone'),
    icon: TableProperties,
    group: 'interface',
    audience: EVERYBODY,
    keywords: msg('filter columns list'),
    component: lazy(() => import('./views/SavedViews.tsx')),
  },
];
