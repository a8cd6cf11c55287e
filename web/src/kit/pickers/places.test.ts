// Tests of place searches and merging.
import { afterEach, expect, it, vi } from 'vitest';
import { some } from '../../../test/some.ts';
import {
  findPlaces,
  merged,
  placeFound,
  ranked,
  suburbOf,
  type FoundAddress,
  type FoundPlace,
} from './places.ts';

afterEach(() => vi.unstubAllGlobals());

const answered = (companyName: string, more: Partial<FoundAddress> = {}): FoundAddress =>
  some<FoundAddress>({
    source: 'Past',
    uses: 1,
    lastUsed: '2026-02-01T00:00:00Z',
    address: {
      companyName,
      contactName: 'Sam Fields',
      addressLine1: '8 Macquarie Street',
      suburb: 'Parramatta',
      postCode: '2150',
      state: 'NSW',
      countryCode: 'AU',
      type: 'Business',
    },
    instructions: null,
    nickname: null,
    ...more,
  });
const foundAddress = (companyName: string, more: Partial<FoundAddress> = {}) =>
  placeFound(answered(companyName, more)) as FoundPlace;
const parramatta = suburbOf({
  suburb: 'Parramatta',
  postCode: '2150',
  state: 'NSW',
  countryCode: 'AU',
});

it('names an address by its nickname, and keeps for the driver only what holds for every consignment', () => {
  expect(foundAddress('Harbour Tools', { instructions: 'Ring twice' })).toMatchObject({
    source: 'Past',
    name: 'Harbour Tools',
    instructions: '',
    residential: false,
  });
  expect(
    foundAddress('Harbour Tools', {
      source: 'Frequent',
      nickname: 'The corner',
      instructions: 'Dock 4',
      uses: 0,
      lastUsed: null,
    }),
  ).toMatchObject({ name: 'The corner', instructions: 'Dock 4', uses: 0, lastUsed: '' });
  expect(foundAddress('')).toMatchObject({ name: 'Sam Fields' });
  expect(placeFound(some<FoundAddress>({ address: { suburb: '', postCode: '' } }))).toBeNull();
});

it('puts what is used most first, of that what was used last, and suburbs last', () => {
  const places = [
    parramatta,
    foundAddress('Long ago', { lastUsed: '2019-02-01T00:00:00Z' }),
    foundAddress('Saved', { source: 'Frequent', uses: 0, lastUsed: null }),
    foundAddress('Often', { uses: 7, lastUsed: '2020-01-01T00:00:00Z' }),
    foundAddress('Lately'),
  ];
  expect(ranked(places).map(({ name }) => name)).toEqual([
    'Often',
    'Lately',
    'Long ago',
    'Saved',
    '',
  ]);
});

it('shows a place once, as the first that knows it has it', () => {
  const saved = foundAddress('Harbour Tools', {
    source: 'Frequent',
    nickname: 'The shop',
    uses: 2,
    instructions: 'Dock 4',
  });
  const customer: FoundPlace = {
    ...foundAddress('HARBOUR TOOLS'),
    source: 'Customer',
    uses: 0,
    lastUsed: '',
  };
  expect(
    merged([[saved], [customer], [parramatta, parramatta]]).map(
      ({ source, name, uses, instructions }) => [source, name, uses, instructions],
    ),
  ).toEqual([
    ['Frequent', 'The shop', 2, 'Dock 4'],
    ['Suburb', '', 0, ''],
  ]);
});

/** Answers by the path's end; `null` fails. */
function serving(answers: Record<string, unknown>): URL[] {
  const urls: URL[] = [];
  vi.stubGlobal('fetch', (input: string, { signal }: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost');
    if (url.pathname.endsWith('/auth/session'))
      return Promise.resolve(
        new Response(JSON.stringify({ accessToken: 'token', permissions: [] })),
      );
    urls.push(url);
    const name = url.pathname.split('/').at(-1) ?? '';
    if (signal?.aborted) return Promise.reject(new DOMException('', 'AbortError'));
    return answers[name] === null
      ? Promise.reject(new TypeError('broken'))
      : Promise.resolve(
          new Response(JSON.stringify({ __abp: true, success: true, result: answers[name] }), {
            headers: { 'content-type': 'application/json' },
          }),
        );
  });
  return urls;
}

const search = {
  customerId: 7,
  end: 'to',
  countryCode: 'AU',
  sees: { places: true, customers: true },
} as const;
const suburbs = [{ suburb: 'Parramatta', postCode: '2150', state: 'NSW', countryCode: 'AU' }];

it('asks once for all of a customer’s own places: a receiver of long ago is found', async () => {
  const urls = serving({
    getaddresses: { items: [answered('Boat Yard', { lastUsed: '2017-05-01T00:00:00Z' })] },
    getCustomers: { items: [] },
    getlocations: suburbs,
  });
  const places = await findPlaces(search, 'boat', new AbortController().signal);
  expect(places.map(({ source, name }) => [source, name])).toEqual([
    ['Past', 'Boat Yard'],
    ['Suburb', ''],
  ]);
  const own = urls.filter(
    ({ pathname }) => !pathname.endsWith('/getCustomers') && !pathname.endsWith('/getlocations'),
  );
  expect(
    own.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)]),
  ).toEqual([
    [
      '/api/booking/booking/getaddresses',
      { customerId: '7', kind: 'Receiver', search: 'boat', maxResultCount: '8' },
    ],
  ]);
});

it(
  'asks for senders at the other end, of the caller’s own customer where ' +
    'none is named, and of nobody where none may be seen',
  async () => {
    const urls = serving({
      getaddresses: { items: [] },
      getCustomers: { items: [] },
      getlocations: suburbs,
    });
    await findPlaces(
      { ...search, customerId: null, end: 'from' },
      'x'.repeat(200),
      new AbortController().signal,
    );
    expect(
      Object.fromEntries(
        urls.find(({ pathname }) => pathname.endsWith('/getaddresses'))?.searchParams ?? [],
      ),
    ).toEqual({ kind: 'Sender', search: 'x'.repeat(100), maxResultCount: '8' });
    urls.length = 0;
    await findPlaces(
      { ...search, sees: { places: false, customers: false } },
      'boat',
      new AbortController().signal,
    );
    expect(urls.map(({ pathname }) => pathname)).toEqual(['/api/core/commonlookup/getlocations']);
  },
);

it(
  'leaves the others when one source fails, says so when there is nothing ' +
    'else, and ends with its signal',
  async () => {
    serving({ getaddresses: null, getCustomers: { items: [] }, getlocations: suburbs });
    expect(
      (await findPlaces(search, 'parra', new AbortController().signal)).map(({ source }) => source),
    ).toEqual(['Suburb']);
    serving({ getaddresses: null, getCustomers: { items: [] }, getlocations: [] });
    await expect(findPlaces(search, 'boat', new AbortController().signal)).rejects.toThrow(
      /could not be reached/,
    );
    await expect(findPlaces(search, 'boat', AbortSignal.abort())).rejects.toThrow();
  },
);
