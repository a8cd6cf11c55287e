// Tests of shell rules: entries, search, theme, landing.
import { expect, test } from 'vitest';
import { safePath } from '../areas/identity/account/return-to.ts';
import { fitsSdk } from '../plugins/sdk-range.ts';
import { landing } from './landing.ts';
import { visibleEntries } from './navigation.ts';
import { ownLinkKind } from './OwnLinks.tsx';
import { resultHref, toGroups } from './search-results.ts';
import { readableOn } from './tenant-theme.ts';
import { initials } from './UserImage.tsx';
import { missingAreas } from './product.ts';
import { everyPage, subEntryAt, visibleSubEntries } from './sub-entries.ts';

const all = { can: () => true, hasFeature: () => true, exists: () => true };
const texts = (viewer: Partial<Parameters<typeof visibleEntries>[0]>) =>
  visibleEntries({ isCustomer: false, ...all, ...viewer }).map((e) => e.text);

test('customers see their own areas, the dashboard always', () => {
  expect(texts({ isCustomer: true })).toEqual([
    'Dashboard',
    'Bookings',
    'Bookings (beta)',
    'Jobs',
    'Finance',
    'My company',
    'Warehouse',
    'Settings',
  ]);
  expect(texts({ isCustomer: true, can: () => false })).toEqual([
    'Dashboard',
    'My company',
    'Settings',
  ]);
});

test('an area with several pages has them below its entry', () => {
  const pages = (viewer: Partial<Parameters<typeof visibleEntries>[0]>) =>
    visibleSubEntries({ isCustomer: false, ...all, ...viewer }, '/finance/invoices').map(
      ({ text }) => text,
    );
  expect(pages({})).toEqual([
    'Invoices',
    'Payments',
    'Remittance advices',
    'Bank statements',
    'Receivables',
    'Reminders',
    'Statements',
    'Credit notes',
    'Fees',
    'Driver invoices',
    'Ledger',
  ]);
  expect(pages({ isCustomer: true })).toEqual([
    'Invoices',
    'Payments',
    'Remittance advices',
    'Statements',
    'Credit notes',
  ]);
  expect(pages({ can: (permission) => permission === 'Pages.Finance.Ledger' })).toEqual(['Ledger']);
  expect(
    subEntryAt(
      visibleSubEntries({ isCustomer: false, ...all }, '/finance/invoices'),
      '/finance/ledger/locks',
    )?.text,
  ).toBe('Ledger');
  expect(
    everyPage({ isCustomer: false, ...all })
      .filter(({ to }) => to.startsWith('/finance/'))
      .map(({ text }) => text)
      .slice(0, 2),
  ).toEqual(['Invoices', 'Payments']);
});

test('staff see what they are permitted and what is switched on; reports and settings always', () => {
  expect(texts({ can: () => false })).toEqual(['Reports', 'Settings']);
  expect(texts({ can: (p) => p === 'Pages.Carrier' })).toEqual(['Carriers', 'Reports', 'Settings']);
  expect(texts({ hasFeature: (name) => name !== 'Carrier' })).not.toContain('Carriers');
  expect(texts({})).toContain('Reconciliation');
  expect(texts({ can: (p) => p !== 'Pages.Booking.Reconcile' })).not.toContain('Reconciliation');
  expect(texts({ hasFeature: (name) => name !== 'Booking' })).not.toContain('Reconciliation');
});

test('the platform is administered by its administrators alone', () => {
  expect(texts({})).not.toContain('Tenants');
  expect(texts({ isPlatformAdmin: true })).toContain('Tenants');
  expect(
    texts({ isPlatformAdmin: true, can: (permission) => permission === 'Pages.Tenants.Jobs' }),
  ).toContain('Background jobs');
  expect(texts({ isPlatformAdmin: true, can: () => false })).not.toContain('Tenants');
});

test('an entry without a screen is not offered', () => {
  expect(texts({ exists: (path) => path !== '/reports' })).not.toContain('Reports');
});

test('everyone arrives where they have work to do', () => {
  const at = (viewer: Partial<Parameters<typeof landing>[0]>) =>
    landing({ isCustomer: false, isDriver: false, ...all, ...viewer });
  const only = (...areas: string[]) => ({
    can: (permission: string) => areas.some((area) => permission === `Pages.${area}`),
  });
  expect([at({}), at(only('Warehouse')), at({ can: () => false })]).toEqual([
    '/dashboard',
    '/warehousing/items',
    '/settings/profile',
  ]);
  expect([
    at({ isCustomer: true }),
    at({ isCustomer: true, ...only('Finance') }),
    at({ isCustomer: true, can: () => false }),
  ]).toEqual(['/dashboard', '/finance/invoices', '/settings/profile']);
  expect(at({ isDriver: true, ...only('Job', 'Warehouse') })).toBe('/driver');
  expect([
    at(only('Job', 'Job.LineHaul', 'Booking', 'Tenant.Dashboard')),
    at(only('Job', 'Job.LineHaul', 'Job.Edit')),
    at({ ...only('Job', 'Job.LineHaul'), hasFeature: (word: string) => word !== 'Job' }),
  ]).toEqual(['/jobs/scan', '/jobs', '/settings/profile']);
});

test("the tenant's own links lead to pages and to the web, never to scripts", () => {
  expect(
    [
      '/reports',
      'https://x.test',
      'HTTP://x.test',
      '//x.test',
      '/\\\\x.test',
      'javascript:alert(1)',
      'data:text/html,x',
      '',
    ].map(ownLinkKind),
  ).toEqual(['page', 'web', 'web', null, null, null, null, null]);
});

test('initials of names of one word, of many, and of other scripts', () => {
  expect(
    ['Mia Tan', 'cher', 'Ana María de la Cruz', '  ', '李 小龙', '🚚 Driver'].map(initials),
  ).toEqual(['MT', 'C', 'AC', '', '李小', '🚚D']);
});

test('results keep the order of groups and drop what cannot be read', () => {
  const groups = toGroups({
    Customers: [{ ref: '4', type: 'Customer', title: 'Bluegum', details: '{"code":"C4"}' }],
    Bookings: [
      { ref: '1', type: 'Booking', title: 'SCF1', details: '{"bookingStatus":"InTransit"}' },
      { ref: '2', type: 'Booking', title: 'SCF2', details: '{broken' },
    ],
    Jobs: [],
  });
  expect(groups).toEqual([
    {
      name: 'Bookings',
      results: [{ key: 'Booking 1 SCF1', ref: '1', title: 'SCF1', hint: 'In transit' }],
    },
    {
      name: 'Customers',
      results: [{ key: 'Customer 4 Bluegum', ref: '4', title: 'Bluegum', hint: 'C4' }],
    },
  ]);
  expect([
    resultHref('Customers', '4'),
    resultHref('Payment', '4'),
    resultHref('Jobs', '4'),
    resultHref('LineHauls', '4'),
  ]).toEqual(['/customers/4/details', null, null, '/jobs/line-haul/4']);
});

test('text on a tenant colour is the one that can be read', () => {
  expect([readableOn('#0b6272'), readableOn('#ffe14d'), readableOn('teal')]).toEqual([
    '#ffffff',
    '#0b1216',
    null,
  ]);
});

test('areas without a screen are known by their missing addresses', () => {
  const addresses = new Set([
    '/dashboard',
    '/bookings',
    '/customers',
    '/carriers',
    '/rates',
    '/settings',
  ]);
  const missing = missingAreas((path) => addresses.has(path));
  expect([...missing].toSorted()).toEqual([
    'Communication',
    'Driver',
    'Entities',
    'Finance',
    'Job',
    'Reports',
    'Warehouse',
  ]);
});

test('after signing in one stays on this site', () => {
  expect(
    [
      '/bookings?x=1',
      '//evil.test/',
      'https://evil.test/',
      '/\\evil.test',
      '/auth/logout',
      5,
      '//',
      '///',
      '/\\',
      '//evil.test:x/',
    ].map(safePath),
  ).toEqual([
    '/bookings?x=1',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('versions of the kit', () => {
  const cases: [string, boolean][] = [
    ['^1.0.0', true],
    ['^1.1.0', false],
    ['^2.0.0', false],
    ['~1.0.0', true],
    ['1.0.0', true],
    ['>=1.0.0', true],
    ['>=1.2.0', false],
    ['*', true],
    ['', false],
    ['latest', false],
  ];
  for (const [range, expected] of cases)
    expect([range, fitsSdk('1.0.0', range)]).toEqual([range, expected]);
});
