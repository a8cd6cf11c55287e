// Tests of the batch sheet.
import { describe, expect, it } from 'vitest';
import { ApiError } from '@waybill/plugin';
import { some } from '../../../../test/some.ts';
import { workbook } from '../../../../e2e/workbook.ts';
import { chosen, type Quote, type Quotes } from './choice.ts';
import { columnOf, FILLED_COLUMNS } from './columns.ts';
import { isHeading, mapped, recognised } from '../../../kit/import/matching.ts';
import { bookingOf, problemsOf, quoteOf, type Row, type Shared } from './rows.ts';
import { priceOf, sendRows, type Calls, type Outcome } from './send.ts';
import { added, emptySheet, restored, typed, undo, withOutcomes } from './sheet-state.ts';
import { codesIn, phonesIn, zeroChanges } from './zeros.ts';
import { cellsOfText } from '../../../kit/import/table.ts';
import { cellsOfWorkbook } from '../../../kit/import/workbook.ts';

const shared: Shared = {
  customerId: 7,
  sender: { companyName: 'Us', suburb: 'Richmond', postCode: '3121' },
  countryCode: 'AU',
  packageTypes: [{ code: 'CTN', name: 'Carton' }],
  isAsGiven: false,
  lostZeros: new Map(),
};
const validRow = {
  'to.companyName': 'Them',
  'to.addressLine1': '1 High St',
  'to.suburb': 'Darwin City',
  'to.state': 'NT',
  'to.postCode': '800',
  quantity: '2',
  packageType: 'cartons',
  length: '40',
  width: '30',
  height: '25',
  weight: '12.5',
};
const row = (key: number, cells: Record<string, string> = {}): Row => ({
  key,
  cells: { ...validRow, ...cells },
});
const quote = (id: number, totalIncludingGst: number, code = 'EXP') =>
  some<Quote>({
    id,
    carrierAccountId: 1,
    carrier: {
      code: 'own-fleet',
      description: 'Own fleet',
      accountCode: 'LH',
      accountName: 'Line haul',
    },
    service: { code, description: 'Express' },
    customerCost: { totalIncludingGst },
  });

describe('reading', () => {
  it('knows what parts the cells, and quoted ones', () => {
    expect(cellsOfText('\uFEFFName;Suburb\r\n"A; B";Darwin\r\n\r\n')).toEqual([
      ['Name', 'Suburb'],
      ['A; B', 'Darwin'],
    ]);
    expect(cellsOfText('a\tb,c')).toEqual([['a', 'b,c']]);
    expect(cellsOfText('a,"b ""c"""')).toEqual([['a', 'b "c"']]);
  });

  it('reads a workbook, also a packed one, and refuses what is none', async () => {
    const file = new Uint8Array(
      workbook([
        ['Name', 'Qty'],
        ['A & B', 2.1],
      ]),
    );
    expect(await cellsOfWorkbook(file)).toEqual([
      ['Name', 'Qty'],
      ['A & B', '2.1'],
    ]);
    const shown = new Uint8Array(
      workbook([[{ value: 800, format: '0000' }, { value: 46_000, format: 'd.m.yyyy' }, 800]]),
    );
    expect(await cellsOfWorkbook(shown)).toEqual([['0800', '2025-12-09', '800']]);
    await expect(cellsOfWorkbook(new Uint8Array([0x50, 0x4b, 3, 4]))).rejects.toThrow(/workbook/);
  });
});

describe('dangerous goods', () => {
  it('are declared with all UN numbers of the cell', () => {
    const one = bookingOf(row(1, { unNumbers: ' un 1263 ' }), shared);
    expect(one).toMatchObject({ isDangerousGood: true, dangerousGoodUNCode: 'UN1263' });
    expect(one.items[0]).not.toHaveProperty('dangerousGoods');
    const two = bookingOf(row(1, { unNumbers: 'UN1263, 1950' }), shared);
    expect(two.dangerousGoodUNCode).toBe('UN1263');
    expect(two.items[0]?.dangerousGoods).toEqual([{ unNumber: 'UN1263' }, { unNumber: '1950' }]);
    expect(quoteOf(two)).toMatchObject({ isDangerousGood: true, items: two.items });
    const none = bookingOf(row(1), shared);
    expect(none).not.toHaveProperty('isDangerousGood');
    expect(quoteOf(none)).not.toHaveProperty('isDangerousGood');
  });

  it('need numbers of four digits', () => {
    expect(problemsOf(row(1, { unNumbers: 'UN1263 336', 'to.postCode': '0800' }), shared)).toEqual([
      { column: 'unNumbers', message: 'Enter UN numbers of four digits, as in UN1263, UN1950' },
    ]);
    expect(columnOf('bookings[0].booking.items[0].dangerousGoods[1].unNumber')).toBe('unNumbers');
  });
});

describe('columns', () => {
  const headings = [
    'Order No.',
    'Deliver to company',
    'Receiver Suburb',
    'Post-Code',
    'Qty',
    'Weight (kg)',
    'Colour',
  ];
  it('recognises what spreadsheets call them, each once', () => {
    const mapping = recognised(headings, FILLED_COLUMNS, (text) => [text]);
    expect(mapping).toEqual([
      'reference',
      'to.companyName',
      'to.suburb',
      'to.postCode',
      'quantity',
      'weight',
      '',
    ]);
    expect(isHeading(mapping, headings)).toBe(true);
    expect(
      isHeading(
        recognised(['Ann', '12', '3121'], FILLED_COLUMNS, (text) => [text]),
        ['Ann', '12', '3121'],
      ),
    ).toBe(false);
    expect(mapped([['PO7', 'Them', '', '0800', '1', '2', 'red']], mapping)).toEqual([
      {
        reference: 'PO7',
        'to.companyName': 'Them',
        'to.postCode': '0800',
        quantity: '1',
        weight: '2',
      },
    ]);
  });

  it('puts complaints of the server on their cells', () => {
    expect(columnOf('bookings[3].booking.items[0].weight.value')).toBe('weight');
    expect(columnOf('toAddress.postCode')).toBe('to.postCode');
    expect(columnOf('bookings[0].booking.fromAddress.addressLine1')).toBe('from.addressLine1');
    expect(columnOf('bookings[0].booking.customer.reference')).toBe('reference');
    expect(columnOf('bookings[0].booking.quoteId')).toBe('result');
  });
});

describe('rows', () => {
  it('says what is missing before anything is sent', () => {
    expect(problemsOf(row(1), shared)).toEqual([]);
    const wrong = problemsOf(
      row(1, { quantity: '1.5', 'to.suburb': ' ', packageType: 'Barrel', height: '0' }),
      { ...shared, sender: null, isAsGiven: true },
    );
    expect(wrong.map(({ column }) => column)).toEqual([
      'to.suburb',
      'quantity',
      'packageType',
      'height',
      'from.companyName',
      'carrier',
    ]);
  });

  it('offers the zeros that spreadsheets take off, and keeps what is typed', () => {
    const sheet = added(emptySheet, [
      { ...validRow, 'to.telephone': '412345678' },
      { ...validRow, 'to.postCode': '0800', 'to.telephone': '0412345678' },
    ]);
    expect(codesIn(sheet)).toEqual(['0800', '800']);
    const phones = phonesIn(sheet, 'AU');
    expect([...phones]).toEqual([['412345678', '0412345678']]);
    const codes = new Map([
      ['800', { country: 'AU', from: '800', to: '0800', place: 'Darwin City NT' }],
    ]);
    expect(sheet.rows.flatMap((one) => problemsOf(one, { ...shared, lostZeros: codes }))).toEqual([
      expect.objectContaining({
        column: 'to.postCode',
        message: 'Put the leading zero back: 0800',
      }),
    ]);
    const whole = typed(sheet, zeroChanges(sheet, { codes, phones }));
    expect(whole.rows.map(({ cells }) => [cells['to.postCode'], cells['to.telephone']])).toEqual([
      ['0800', '0412345678'],
      ['0800', '0412345678'],
    ]);
    // One step, so one undo shows the typed cells.
    expect(undo(whole).rows[0]?.cells).toMatchObject({ 'to.postCode': '800' });
  });

  it('becomes a booking with the postcode of its cell', () => {
    const body = bookingOf(row(1, { 'to.postCode': '0800' }), shared);
    expect(body.toAddress).toMatchObject({
      companyName: 'Them',
      postCode: '0800',
      countryCode: 'AU',
    });
    expect(body).toMatchObject({
      customer: { id: 7 },
      fromAddress: { companyName: 'Us' },
      items: [{ packageType: 'Carton', quantity: 2, weight: { value: 12.5, unit: 'kg' } }],
    });
  });

  it('takes the cheapest, or what the row says, or tells what there is', () => {
    const all = some<Quotes>({ quotes: [quote(1, 20), quote(2, 10, 'STD')], failures: [] });
    expect(chosen(all, { kind: 'cheapest' }, row(1))).toMatchObject({ quote: { id: 2 } });
    expect(
      chosen(all, { kind: 'given' }, row(1, { carrier: 'own FLEET', service: 'exp' })),
    ).toMatchObject({ quote: { id: 1 } });
    expect(chosen(all, { kind: 'fixed', accountId: 1, service: 'STD' }, row(1))).toMatchObject({
      quote: { id: 2 },
    });
    expect(chosen(all, { kind: 'given' }, row(1, { carrier: 'Nobody' }))).toMatchObject({
      column: 'carrier',
    });
  });

  it('keeps what is booked as it was sent, and goes back and forth around it', () => {
    let state = typed(added(emptySheet, [validRow]), [
      { row: 0, column: 'reference', text: 'A' },
      { row: 2, column: 'reference', text: 'C' },
    ]);
    expect(state.rows.map(({ cells }) => cells['reference'])).toEqual(['A', undefined, 'C']);
    state = withOutcomes(
      state,
      new Map([[state.rows[0]?.key ?? 0, { state: 'booked', problems: [] }]]),
    );
    expect(typed(state, [{ row: 0, column: 'reference', text: 'B' }])).toBe(state);
    const back = undo(undo(state));
    expect(back.rows.map(({ cells }) => cells['reference'])).toEqual(['A']);
  });
});

describe('sending', () => {
  const server = (over: Partial<Calls> = {}): Calls & { sent: unknown[][] } => {
    const sent: unknown[][] = [];
    let quotes = 0;
    return {
      sent,
      ask: () => Promise.resolve(`t${(quotes += 1)}`),
      collect: (token) =>
        Promise.resolve(
          some<Quotes>({
            resourceToken: token,
            isCompleted: true,
            quotes: [quote(Number(token.slice(1)), 10)],
            failures: [],
          }),
        ),
      book: ({ bookings = [] }) => {
        sent.push(bookings);
        return Promise.resolve(
          some<Awaited<ReturnType<Calls['book']>>>({
            successBookings: bookings.map((_, index) => ({
              index,
              booking: {
                id: 100 + index,
                consignmentId: `WB${index}`,
                bookingStatus: 'Booked' as const,
              },
            })),
            failBookings: [],
          }),
        );
      },
      made: () => Promise.resolve([]),
      pause: () => Promise.resolve(),
      ...over,
    };
  };
  const run = async (
    rows: Row[],
    calls: Calls,
    outcomes = new Map<number, Outcome>(),
    books = true,
  ) => {
    const now = new Map(outcomes);
    await sendRows({
      rows,
      outcomes,
      shared,
      choice: { kind: 'cheapest' },
      calls,
      signal: new AbortController().signal,
      books,
      onOutcomes: (changed) => changed.forEach((outcome, key) => now.set(key, outcome)),
    });
    return now;
  };

  it('books some at a time, and never again what is booked', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(at + 1));
    const calls = server();
    const after = await run(rows, calls, new Map([[1, { state: 'booked', problems: [] }]]));
    expect(calls.sent.map((some_) => some_.length)).toEqual([25, 25, 9]);
    expect([...after.values()].every(({ state }) => state === 'booked')).toBe(true);
    expect((await run(rows, calls, after)).size).toBe(60);
    expect(calls.sent).toHaveLength(3);
  });

  it('prices rows without booking them, then books at the prices shown', async () => {
    const calls = server();
    const priced = await run([row(1), row(2)], calls, new Map(), false);
    expect(calls.sent).toEqual([]);
    expect([...priced.values()].map(({ state }) => state)).toEqual(['priced', 'priced']);
    const choice = { kind: 'cheapest' } as const;
    const shown = (one: Row) => priceOf(one, priced.get(one.key), { shared, choice });
    expect(shown(row(1))).toMatchObject({ id: 1, total: 10 });
    // A changed row, sender or customer has no price.
    expect(shown(row(1, { weight: '13' }))).toBeNull();
    expect(
      priceOf(row(1), priced.get(1), { shared: { ...shared, customerId: 8 }, choice }),
    ).toBeNull();
    const again = server({ ask: () => Promise.reject(new Error('asked again')) });
    await run([row(1), row(2)], again, priced);
    expect(again.sent[0]).toMatchObject([{ booking: { quoteId: 1 } }, { booking: { quoteId: 2 } }]);
  });

  it('reports prices in the order of the rows, whichever carrier answers first', async () => {
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const calls = server();
    const reported: number[] = [];
    const sending = sendRows({
      rows: [row(1), row(2), row(3)],
      outcomes: new Map(),
      shared,
      choice: { kind: 'cheapest' },
      calls: {
        ...calls,
        collect: async (token) => {
          if (token === 't1') await slow;
          return calls.collect(token);
        },
      },
      signal: new AbortController().signal,
      books: false,
      onOutcomes: (changed) =>
        changed.forEach(({ state }, key) => state === 'priced' && reported.push(key)),
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(reported).toEqual([]);
    release();
    await sending;
    expect(reported).toEqual([1, 2, 3]);
  });

  it('puts each refusal on its row, and sends a saved booking again as the same', async () => {
    const calls = server({
      book: () =>
        Promise.resolve(
          some<Awaited<ReturnType<Calls['book']>>>({
            successBookings: [],
            failBookings: [
              {
                index: 0,
                booking: { id: 5, bookingStatus: 'Failed', consignmentId: null },
                errorInfo: {
                  code: 0,
                  message: 'No',
                  validationErrors: [
                    { message: 'is too heavy', members: ['bookings[0].booking.items[0].weight'] },
                  ],
                },
              },
            ],
          }),
        ),
    });
    const after = await run([row(1)], calls);
    expect(after.get(1)).toMatchObject({
      state: 'failed',
      problems: [{ column: 'weight', message: 'is too heavy' }],
      booking: { id: 5 },
    });
    const secondServer = server();
    await run([row(1)], secondServer, after);
    expect(secondServer.sent[0]?.[0]).toMatchObject({ booking: { id: 5, quoteId: 1 } });
  });

  it('finds out what came of a call that nobody answered before it sends anything', async () => {
    const lost = server({ book: () => Promise.reject(new ApiError(0, 'gone')) });
    const after = await run([row(1), row(2)], lost);
    expect(after.get(1)).toMatchObject({ state: 'failed', isUnsure: true });
    const id = after.get(1)?.priced?.id ?? 0;
    const back = server({
      ask: () => Promise.reject(new Error('asked again')),
      made: () =>
        Promise.resolve([{ id: 9, quoteId: id, bookingStatus: 'Booked', consignmentId: 'WB9' }]),
    });
    const settled = await run([row(1), row(2)], back, after);
    expect(settled.get(1)).toMatchObject({ state: 'booked', booking: { consignmentId: 'WB9' } });
    // The other keeps its price.
    expect(back.sent).toEqual([
      [
        expect.objectContaining({
          booking: expect.objectContaining({ quoteId: after.get(2)?.priced?.id }) as unknown,
        }),
      ],
    ]);
  });

  it('waits where the server asks to come slower, and tells carriers without a price', async () => {
    let tries = 0;
    const calls = server({
      ask: () =>
        (tries += 1) < 3 ? Promise.reject(new ApiError(429, 'slow')) : Promise.resolve('t1'),
      collect: () =>
        Promise.resolve(
          some<Quotes>({ isCompleted: true, quotes: [], failures: [{ message: 'Not there' }] }),
        ),
    });
    expect((await run([row(1)], calls)).get(1)).toMatchObject({
      state: 'failed',
      problems: [{ column: 'result', message: 'Not there' }],
    });
    expect(tries).toBe(3);
  });

  it('after a reload looks first at what was being booked', () => {
    const priced = { id: 3, token: 't', total: 1, offer: '', key: '' };
    const { outcomes } = restored(
      [row(1), row(2)],
      [
        [1, { state: 'booking', problems: [], priced, isUnsure: true }],
        [2, { state: 'quoting', problems: [] }],
      ],
    );
    expect([...outcomes]).toEqual([[1, { state: 'failed', problems: [], priced, isUnsure: true }]]);
  });
});
