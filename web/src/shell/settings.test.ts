// Tests of settings sections: access, address, search.
import { expect, it } from 'vitest';
import { inEnglish } from '@waybill/plugin';
import {
  GROUPS,
  EVERYBODY,
  findSections,
  mayOpen,
  sectionAt,
  STAFF,
  type Viewer,
} from './settings.ts';
import { SECTIONS } from '../app/Settings.tsx';

const viewer = (more: Partial<Viewer> = {}): Viewer => ({
  isCustomer: false,
  isDriver: false,
  isPlatformAdmin: false,
  can: () => false,
  hasFeature: () => true,
  ...more,
});

it('is for those it is meant for, with the permission it needs', () => {
  const section = { audience: STAFF, permission: 'Pages.Administration.Users' } as const;
  const can = (name: string) => name === 'Pages.Administration.Users';
  expect(mayOpen(section, viewer())).toBe(false);
  expect(mayOpen(section, viewer({ can }))).toBe(true);
  expect(mayOpen(section, viewer({ can, isCustomer: true }))).toBe(false);
  expect(mayOpen(section, viewer({ can, isDriver: true }))).toBe(false);
  expect(mayOpen({ audience: EVERYBODY }, viewer({ isDriver: true }))).toBe(true);
  expect(
    mayOpen(
      { audience: STAFF, permission: ['Pages.Administration.Roles', 'Pages.Administration.Users'] },
      viewer({ can }),
    ),
  ).toBe(true);
  expect(
    mayOpen({ audience: STAFF, feature: 'Webhooks' }, viewer({ hasFeature: () => false })),
  ).toBe(false);
  expect(mayOpen({ audience: STAFF, feature: 'Webhooks' }, viewer())).toBe(true);
  expect(mayOpen({ audience: ['platform'] }, viewer())).toBe(false);
  expect(mayOpen({ audience: ['platform'] }, viewer({ isPlatformAdmin: true }))).toBe(true);
});

it('takes the section with the longest path, and hands on the rest', () => {
  const sections = [{ path: 'users' }, { path: 'users/keys' }];
  expect(sectionAt(sections, 'users/5/permissions')).toEqual({
    section: { path: 'users' },
    rest: ['5', 'permissions'],
  });
  expect(sectionAt(sections, 'users/keys/')).toEqual({ section: { path: 'users/keys' }, rest: [] });
  expect(sectionAt(sections, 'user')).toBeNull();
});

it('is found by any of its words, in either language, accents or not', () => {
  const sections = [
    { title: 'Languages', description: 'Texts and their translations', keywords: 'right-to-left' },
    { title: 'Email', description: 'The server that sends mail', keywords: 'SMTP' },
  ];
  const german = (text: string) =>
    ({ Languages: 'Sprachen', 'The server that sends mail': 'Der Server für Geschäftspost' })[
      text
    ] ?? text;
  expect(findSections(sections, 'smtp server', inEnglish)).toEqual([sections[1]]);
  expect(findSections(sections, 'geschaftspost', german)).toEqual([sections[1]]);
  expect(findSections(sections, 'LANGUAGES', german)).toEqual([sections[0]]);
  expect(findSections(sections, '', inEnglish)).toHaveLength(2);
  expect(findSections(sections, 'nothing of this', inEnglish)).toEqual([]);
});

it('lists every section once, in a group that exists', () => {
  const ids = SECTIONS.map(({ id }) => id);
  const paths = SECTIONS.map(({ path }) => path);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { group } of SECTIONS) expect(GROUPS.map(({ id }) => id)).toContain(group);
});
