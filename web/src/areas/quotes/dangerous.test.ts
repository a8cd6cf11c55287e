// Tests of dangerous goods in the sheet.
import { expect, it } from 'vitest';
import { some } from '../../../test/some.ts';
import { emptyItem } from '../../kit/goods/items.ts';
import type { BookingDetail } from '../../lib/bookings/model.ts';
import { unNumbers, unNumbersByItem } from '../../lib/dangerous-goods.ts';
import {
  dangerousProblems,
  emptySubstance,
  goodsBody,
  goodsOf,
  type GoodsDraft,
} from './dangerous.ts';
import { quoteProblems } from './draft.ts';
import { emptyDraft, type QuoteDraft } from './model.ts';

const aerosols = { unCode: ' UN1950 ', packageType: 'Can', description: '' };

const draftOf = (...items: Partial<GoodsDraft>[]): QuoteDraft => ({
  ...emptyDraft(1),
  items: items.map((item) => ({ ...emptyItem, ...item })),
  isDangerousGood: true,
  dangerousGoodUNCode: 'UN1263',
  dangerousGoodPackageType: 'Drum',
});

const numbers = (draft: QuoteDraft) =>
  goodsBody(draft).map(
    ({ dangerousGoods }) => dangerousGoods?.map(({ unNumber }) => unNumber) ?? null,
  );

it('sends no substances by line for a single UN number', () => {
  expect(numbers(draftOf({}, {}))).toEqual([null, null]);
  expect(numbers({ ...draftOf({ substances: [aerosols] }), isDangerousGood: false })).toEqual([
    null,
  ]);
});

it('puts the first substance into every line, or into its own', () => {
  expect(numbers(draftOf({}, { substances: [aerosols] }))).toEqual([
    ['UN1263'],
    ['UN1950', 'UN1263'],
  ]);
  expect(numbers(draftOf({ hasFirst: true }, { substances: [aerosols] }, {}))).toEqual([
    ['UN1263'],
    ['UN1950'],
    null,
  ]);
  expect(goodsBody(draftOf({ substances: [aerosols] }))[0]).toMatchObject({
    dangerousGoods: [
      { unNumber: 'UN1950', packageType: 'Can', description: '' },
      { unNumber: 'UN1263', packageType: 'Drum', description: '' },
    ],
  });
});

it('reads a booking as it was sent', () => {
  const draft = draftOf({ hasFirst: true }, { substances: [aerosols] });
  const booking = some<BookingDetail>({
    isDangerousGood: true,
    dangerousGoodUNCode: 'UN1263',
    items: goodsBody(draft),
  });
  expect(goodsBody({ ...draft, items: goodsOf(booking) })).toEqual(goodsBody(draft));
  expect(unNumbers(booking)).toEqual(['UN1263', 'UN1950']);
  expect(unNumbersByItem(booking)).toEqual([
    { index: 0, numbers: ['UN1263'] },
    { index: 1, numbers: ['UN1950'] },
  ]);
});

it('wants four digits of every substance', () => {
  const draft = draftOf({ substances: [aerosols, emptySubstance] });
  expect(dangerousProblems(draft).map(({ field }) => field)).toEqual([
    'items.0.substances.1.unCode',
  ]);
  expect(
    quoteProblems(draft, false).find(({ field }) => field.includes('substances'))?.message,
  ).toBe('Item 1, UN Number: enter four digits, as in UN1263');
});
