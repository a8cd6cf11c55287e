// Tests of palette commands by permission and query.
import { describe, expect, it } from 'vitest';
import { inEnglish } from '@waybill/plugin';
import { commandsFor, GO_KEYS, matching } from './commands.ts';
import type { Viewer } from './navigation.ts';

const t = (text: string, values?: Record<string, string | number>) => inEnglish(text, values);
const viewer = (change: Partial<Viewer> = {}): Viewer => ({
  isCustomer: false,
  can: () => true,
  hasFeature: () => true,
  exists: () => true,
  ...change,
});
const texts = (change: Partial<Viewer> = {}) =>
  commandsFor(viewer(change), false, t).map(({ text }) => text);

describe('commands', () => {
  it('are those that the person may use', () => {
    expect(texts()).toEqual(
      expect.arrayContaining([
        'New booking',
        'New customer',
        'Run invoices',
        'Bookings',
        'Dark mode',
        'Keyboard shortcuts',
      ]),
    );
    expect(texts({ can: (name) => name !== 'Pages.Booking.Create' })).not.toContain('New booking');
    expect(texts({ exists: (path) => path !== '/customers/new' })).not.toContain('New customer');
  });

  it('leave what is for staff to staff', () => {
    const customers = texts({ isCustomer: true });
    expect(customers).toContain('New booking');
    for (const text of ['New customer', 'Run invoices', 'Record payment'])
      expect(customers).not.toContain(text);
  });

  it('have no two pages behind one key', () => {
    const letters = Object.values(GO_KEYS);
    expect(new Set(letters).size).toBe(letters.length);
  });
});

describe('pages', () => {
  it('go by their own names and are found by their area’s', () => {
    const pages = commandsFor(viewer(), false, t).filter(({ to }) => to === '/finance/invoices');
    expect(pages.map(({ text, also, keys }) => [text, also, keys])).toEqual([
      ['Invoices', 'Finance', 'g i'],
    ]);
  });
});

describe('matching', () => {
  const all = commandsFor(viewer(), false, t);
  const found = (typed: string) => matching(all, typed).map(({ text }) => text);

  it('finds by the beginnings of words, in any order', () => {
    expect(found('boo new')[0]).toBe('New booking');
    expect(found('dark')).toEqual(['Dark mode']);
    expect(found('ooking')).toEqual([]);
  });

  it('puts titles before other words', () => {
    expect(
      matching([{ text: 'Invoices', also: 'book' }, { text: 'Bookings' }], 'book').map(
        ({ text }) => text,
      ),
    ).toEqual(['Bookings', 'Invoices']);
  });

  it('takes no account of case and accents, and of nothing typed makes nothing', () => {
    expect(matching([{ text: 'Configuración' }], 'CONFIGURACION')).toHaveLength(1);
    expect(found('  ')).toEqual([]);
  });
});
