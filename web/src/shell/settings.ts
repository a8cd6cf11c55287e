// Settings sections: visibility and search, without UI.
import type { ComponentType, LazyExoticComponent } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Translate } from '@waybill/plugin';
import type { FeatureWord, PermissionName } from '../api/types.ts';
import { msg } from '../lib/i18n.ts';

/** `staff` are the tenant's non-drivers; `platform` administers all tenants. */
export type Audience = 'staff' | 'customer' | 'driver' | 'platform';
export const EVERYBODY: readonly Audience[] = ['staff', 'customer', 'driver'];
export const STAFF: readonly Audience[] = ['staff'];

export interface SectionProps {
  /** Steps after the section: `/settings/users/5` gives ['5'] to `users`. */
  rest: string[];
}

export interface SettingsSection {
  id: string;
  /** Path below `/settings/`, such as `users/keys`. */
  path: string;
  /** English, marked with msg(); shown through t(). */
  title: string;
  description: string;
  icon: LucideIcon;
  group: GroupId;
  /** Any of these is enough. */
  permission?: PermissionName | readonly PermissionName[];
  /** Required feature. */
  feature?: FeatureWord;
  audience: readonly Audience[];
  keywords?: string;
  component: LazyExoticComponent<ComponentType<SectionProps>>;
}

export type GroupId =
  | 'you'
  | 'organisation'
  | 'people'
  | 'security'
  | 'finance'
  | 'interface'
  | 'platform';

export const GROUPS: { id: GroupId; title: string }[] = [
  { id: 'you', title: msg('You') },
  { id: 'organisation', title: msg('Organisation') },
  { id: 'people', title: msg('People') },
  { id: 'security', title: msg('Sign-in and security') },
  { id: 'finance', title: msg('Money and numbers') },
  { id: 'interface', title: msg('Application') },
  { id: 'platform', title: msg('Platform') },
];

export interface Viewer {
  isCustomer: boolean;
  isDriver: boolean;
  isPlatformAdmin: boolean;
  can: (permission: PermissionName) => boolean;
  hasFeature: (name: FeatureWord) => boolean;
}

export function mayOpen(
  section: Pick<SettingsSection, 'permission' | 'feature' | 'audience'>,
  viewer: Viewer,
): boolean {
  const kind: Audience = viewer.isCustomer ? 'customer' : viewer.isDriver ? 'driver' : 'staff';
  const meant =
    section.audience.includes(kind) ||
    (viewer.isPlatformAdmin && section.audience.includes('platform'));
  if (!meant || (section.feature && !viewer.hasFeature(section.feature))) return false;
  const needed =
    section.permission === undefined
      ? []
      : typeof section.permission === 'string'
        ? [section.permission]
        : section.permission;
  return needed.length === 0 || needed.some((name) => viewer.can(name));
}

/** The section with the longest matching path. */
export function sectionAt<S extends Pick<SettingsSection, 'path'>>(
  sections: readonly S[],
  address: string,
): { section: S; rest: string[] } | null {
  const steps = address.split('/').filter(Boolean);
  const fits = sections.filter(({ path }) =>
    path.split('/').every((step, index) => step === steps[index]),
  );
  const section = fits.toSorted((a, b) => b.path.length - a.path.length)[0];
  return section ? { section, rest: steps.slice(section.path.split('/').length) } : null;
}

const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Sections that match all words, in the reader's language or English. */
export function findSections<S extends Pick<SettingsSection, 'title' | 'description' | 'keywords'>>(
  sections: readonly S[],
  text: string,
  t: Translate,
): S[] {
  const needles = plain(text).split(/\s+/).filter(Boolean);
  return sections.filter((section) => {
    const { title, description, keywords = '' } = section;
    const hay = plain(
      [t(title), t(description), keywords && t(keywords), title, description, keywords].join(' '),
    );
    return needles.every((needle) => hay.includes(needle));
  });
}
