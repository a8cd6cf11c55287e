// Tests of search results: groups and links.
import { describe, expect, it } from 'vitest';
import { exactFirst, resultHref, toGroups } from './search-results.ts';

const searchResult = (type: string, ref: string, title: string, details: unknown) => {
  return { type, ref, title, details: JSON.stringify(details) };
};

describe('search results', () => {
  it('tells a manifest from the booking that it opens', () => {
    const groups = toGroups({
      Bookings: [
        searchResult('Booking', '7', 'SCF0000007', {
          bookingStatus: 'PickedUp',
          customerName: 'Bluegum Wines',
        }),
        searchResult('Manifest', '7', 'MAN000001', { status: 'Manifested' }),
      ],
    });
    const results = groups.flatMap((group) => group.results);
    expect(new Set(results.map(({ key }) => key)).size).toBe(2);
    expect(results.map(({ hint }) => hint)).toEqual([
      'Picked up · Bluegum Wines',
      'Manifest · Manifested',
    ]);
    expect(results.map(({ ref }) => resultHref('Bookings', ref))).toEqual(
      Array(2).fill('/bookings-beta/details/7'),
    );
  });

  it('puts the record first that is named exactly as typed', () => {
    const groups = toGroups({
      Bookings: [
        searchResult('Booking', '7', 'SCF00000001', { bookingStatus: 'Booked' }),
        searchResult('Booking', '1', '#1', { bookingStatus: 'Draft' }),
      ],
      Customers: [searchResult('Customer', '1', 'Bluegum Wines', { code: 'C00001' })],
    });
    const titles = (typed: string) =>
      exactFirst(groups, typed).flatMap(({ results }) => results.map(({ title }) => title));
    expect(titles('c00001 ')).toEqual(['Bluegum Wines', 'SCF00000001', '#1']);
    expect(titles('1')).toEqual(['#1', 'SCF00000001', 'Bluegum Wines']);
    expect(titles('C0')).toEqual(['SCF00000001', '#1', 'Bluegum Wines']);
  });

  it('keeps the order of the groups and leaves out what cannot be read', () => {
    const groups = toGroups({
      Payment: [searchResult('Payment', '3', 'WARATAH-77', {})],
      Invoices: [
        searchResult('CreditNote', '5', 'CN-1', { status: 'Approved' }),
        { ...searchResult('Invoice', '6', 'INV-6', {}), details: '{' },
      ],
    });
    expect(groups.map(({ name, results }) => [name, results.length])).toEqual([
      ['Invoices', 1],
      ['Payment', 1],
    ]);
    expect(groups[0]?.results[0]?.hint).toBe('Credit note · Approved');
    expect(resultHref('Payment', '3')).toBeNull();
  });

  it('leads to the pages of customers, drivers and items', () => {
    expect(
      (['Customers', 'WarehouseItems', 'Drivers'] as const).map((group) => resultHref(group, '4')),
    ).toEqual(['/customers/4/details', '/warehousing/items/4/details', '/drivers/details/4']);
  });
});
