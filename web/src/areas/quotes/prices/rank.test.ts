// The order and marks of prices.
import { expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Quote } from '../model.ts';
import { byPrice, marks, transitDays, transitText } from './rank.ts';

const quote = (id: number, total: number, transitTime: number | null) =>
  some<Quote>({
    id,
    carrier: { code: 'own-fleet' },
    service: { code: 'GEN', transitTime },
    customerCost: { totalExcludingGst: total / 1.1, totalIncludingGst: total },
  });

it('puts the cheapest first and the faster of two equals before the other', () => {
  expect(byPrice([quote(1, 20, 3), quote(2, 10, 5), quote(3, 20, 1)]).map((entry) => entry.id)).toEqual([2, 3, 1]);
});

it('marks the cheapest and the fastest', () => {
  expect(marks([quote(1, 20, 1), quote(2, 10, 5), quote(3, 30, null)])).toEqual({ cheapest: 2, fastest: 1 });
  expect(marks([quote(1, 20, 1)])).toEqual({ cheapest: null, fastest: null });
});

it('reads transit times as numbers and as words', () => {
  expect([transitDays(2), transitDays('3'), transitDays('2-3 days'), transitDays(null), transitDays('overnight')]).toEqual([2, 3, 2, null, null]);
  expect([transitText(0), transitText('1'), transitText(4), transitText('2-3 days'), transitText(null)]).toEqual(['Same day', '1 day', '4 days', '2-3 days', '']);
});
