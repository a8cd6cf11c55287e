// The order and marks of prices.
import { expect, it } from 'vitest';
import type { Quote } from '../model.ts';
import { byPrice, marks, transitDays, transitText } from './rank.ts';

const quote = (id: string, total: number, transitTime: string | number | null): Quote => ({
  id,
  carrier: { code: 'own-fleet' },
  service: { code: 'GEN', transitTime },
  customerCost: { totalExcludingGst: total / 1.1, totalIncludingGst: total },
});

it('puts the cheapest first and the faster of two equals before the other', () => {
  expect(byPrice([quote('a', 20, 3), quote('b', 10, 5), quote('c', 20, 1)]).map((entry) => entry.id)).toEqual(['b', 'c', 'a']);
});

it('marks the cheapest and the fastest', () => {
  expect(marks([quote('a', 20, '1 day'), quote('b', 10, 5), quote('c', 30, null)])).toEqual({ cheapest: 'b', fastest: 'a' });
  expect(marks([quote('a', 20, 1)])).toEqual({ cheapest: null, fastest: null });
});

it('reads transit times as numbers and as words', () => {
  expect([transitDays(2), transitDays('3'), transitDays('2-3 days'), transitDays(null), transitDays('overnight')]).toEqual([2, 3, 2, null, null]);
  expect([transitText(0), transitText('1'), transitText(4), transitText('2-3 days'), transitText(null)]).toEqual(['Same day', '1 day', '4 days', '2-3 days', '']);
});
