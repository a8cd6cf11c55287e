// The list's state in the address, and the filter it becomes.
import { describe, expect, it } from 'vitest';
import { changed, filterText, listQuery, parseSearch } from './search.ts';

describe('parseSearch', () => {
  it('keeps what it understands and drops the rest', () => {
    expect(parseSearch({ q: ' port ', group: 'inTransit', status: 'Booked,Nonsense', skip: '50', size: 50, sort: '-eta', odd: 1 })).toEqual({
      q: 'port',
      group: 'inTransit',
      status: 'Booked',
      skip: 50,
      size: 50,
      sort: '-eta',
    });
  });

  it('reads a number typed as search text', () => {
    expect(parseSearch({ q: 4711 })).toEqual({ q: '4711' });
  });

  it.each([{ sort: 'price; drop' }, { sort: '--eta' }, { skip: -1 }, { skip: 'x' }, { size: 7 }, { from: '2026-13-01' }, { group: 'lost' }])(
    'leaves out %o',
    (raw) => expect(parseSearch(raw)).toEqual({}),
  );

  it('does not repeat the defaults in the address', () => {
    expect(parseSearch({ sort: '-creationTime', skip: 0, size: 25 })).toEqual({});
  });
});

describe('filterText', () => {
  it('is empty when nothing is narrowed', () => expect(filterText({})).toBe(''));

  it('names one status and lists several', () => {
    expect(filterText({ status: 'Booked' })).toBe("bookingStatus eq 'Booked'");
    expect(filterText({ status: 'Booked,Manifested' })).toBe("bookingStatus in ('Booked','Manifested')");
  });

  it('lets chosen statuses win over their group', () => {
    expect(filterText({ group: 'inTransit', status: 'AtDepot' })).toBe("bookingStatus eq 'AtDepot'");
    expect(filterText({ group: 'delivered' })).toBe("bookingStatus eq 'Delivered'");
  });

  it('doubles quotes so that text stays text', () => {
    const filter = filterText({ q: "O'Brien' or 1 eq 1" });
    expect(filter).toContain("'o''brien'' or 1 eq 1'");
    expect(filter.replaceAll("''", '').split("'").length % 2).toBe(1);
  });

  it('tries a plain number as the booking number', () => {
    expect(filterText({ q: '42' })).toMatch(/^id eq 42 or /);
    expect(filterText({ q: '42a' })).not.toContain('id eq');
  });

  it('joins the parts and keeps their or inside brackets', () => {
    expect(filterText({ carrier: 'own-fleet', customer: 7, status: 'Booked' })).toBe(
      "(bookingStatus eq 'Booked') and (carrier eq 'own-fleet') and (customer/id eq 7)",
    );
  });

  it('ends a range after its last day, across the end of a month', () => {
    expect(filterText({ from: '2026-01-30', to: '2026-01-31' })).toBe('(creationTime ge 2026-01-30T00:00:00Z) and (creationTime lt 2026-02-01T00:00:00Z)');
  });

  it('can leave the statuses out for counting', () => {
    expect(filterText({ group: 'delivered', carrier: 'a' }, { ignoreStatus: true })).toBe("carrier eq 'a'");
  });
});

it('asks for a page in a steady order', () => {
  expect(listQuery({ skip: 50, size: 50, sort: '-eta' })).toEqual({ sorting: 'eta desc, id desc', maxResultCount: '50', skipCount: '50' });
});

it('starts at the first page when the list is narrowed, not when it is turned', () => {
  expect(changed({ skip: 50, q: 'a' }, { q: 'b' })).toEqual({ q: 'b' });
  expect(changed({ skip: 50, q: 'a' }, { skip: 75 })).toEqual({ q: 'a', skip: 75 });
});
