// Pure rules of the shell: who sees which entry, what the search shows, what a theme may do, where to go after signing in.
import { expect, test } from 'vitest';
import { safePath } from '../areas/identity/return-to.ts';
import { satisfies } from '../plugins/semver.ts';
import { visibleEntries } from './navigation.ts';
import { resultHref, toGroups } from './search-results.ts';
import { readableOn } from './tenant-theme.ts';

const all = { can: () => true, hasFeature: () => true, exists: () => true };
const texts = (viewer: Partial<Parameters<typeof visibleEntries>[0]>) => visibleEntries({ isCustomer: false, ...all, ...viewer }).map((e) => e.text);

test('customers see their own areas, the dashboard always', () => {
  expect(texts({ isCustomer: true })).toEqual(['Dashboard', 'Bookings', 'Bookings (beta)', 'Jobs', 'Finance', 'Warehouse', 'Settings']);
  expect(texts({ isCustomer: true, can: () => false })).toEqual(['Dashboard', 'Settings']);
});

test('staff see what they are permitted and what is switched on; reports and settings always', () => {
  expect(texts({ can: () => false })).toEqual(['Reports', 'Settings']);
  expect(texts({ can: (p) => p === 'Pages.Carrier' })).toEqual(['Carriers', 'Reports', 'Settings']);
  expect(texts({ hasFeature: (name) => name !== 'Carrier' })).not.toContain('Carriers');
});

test('an entry without a screen is not offered', () => {
  expect(texts({ exists: (path) => path !== '/reports' })).not.toContain('Reports');
});

test('results keep the order of groups and drop what cannot be read', () => {
  const groups = toGroups({
    Customers: [{ ref: 4, type: 'Customer', title: 'Bluegum', details: '{"code":"C4"}' }],
    Bookings: [
      { ref: '1', type: 'Booking', title: 'SCF1', details: '{"bookingStatus":"InTransit"}' },
      { ref: '2', type: 'Booking', title: 'SCF2', details: '{broken' },
    ],
    Jobs: [],
  });
  expect(groups).toEqual([
    { name: 'Bookings', results: [{ ref: '1', title: 'SCF1', hint: 'In transit' }] },
    { name: 'Customers', results: [{ ref: '4', title: 'Bluegum', hint: 'C4' }] },
  ]);
  expect([resultHref('Customers', '4'), resultHref('Payment', '4'), resultHref('Jobs', '4')]).toEqual(['/customers/4/details', null, null]);
});

test('text on a tenant colour is the one that can be read', () => {
  expect([readableOn('#0b6272'), readableOn('#ffe14d'), readableOn('teal')]).toEqual(['#ffffff', '#0b1216', null]);
});

test('after signing in one stays on this site', () => {
  expect(['/bookings?x=1', '//evil.test/', 'https://evil.test/', '/\\evil.test', '/auth/logout', 5].map(safePath)).toEqual(['/bookings?x=1', undefined, undefined, undefined, undefined, undefined]);
});

test('versions of the kit', () => {
  const cases: [string, boolean][] = [['^1.0.0', true], ['^1.1.0', false], ['^2.0.0', false], ['~1.0.0', true], ['1.0.0', true], ['>=1.0.0', true], ['>=1.2.0', false], ['*', true], ['', false], ['latest', false]];
  for (const [range, expected] of cases) expect([range, satisfies('1.0.0', range)]).toEqual([range, expected]);
});
