// Prices while they are edited: lines side by side, changed sides, sums, paths of refusals.
import { describe, expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import { inEnglish } from '@waybill/plugin';
import type { Job } from '../model.ts';
import {
  changedSides,
  newPriceLine,
  priceMember,
  priceProblems,
  priceRules,
  sumOf,
  toPriceDraft,
  toPriceRequest,
  totalsOf,
} from './charges.ts';
import {
  emptyWork,
  hourlyAmount,
  hoursText,
  paidMinutes,
  toWork,
  workMember,
  workProblems,
} from './work.ts';

type Pricing = Job['pricingdetails'];
const charge = (servicecode: string, amount: number, istaxapplicable = true) => ({
  servicecode,
  amount,
  istaxapplicable,
  isadditionalservice: false,
});
const price = (...chargebreakdown: ReturnType<typeof charge>[]) =>
  some<NonNullable<Pricing['buy']>>({
    totaltaxexclusive: 300,
    tax: 29.99,
    total: 329.99,
    chargebreakdown,
  });
const stored: Pricing = {
  buy: price(charge('FREIGHT', 250), charge('TOLL', 12.5, false)),
  sell: price(charge('FREIGHT', 300), charge('FREIGHT', 20), charge('TOLL', 15)),
};

describe('lines of prices', () => {
  const draft = toPriceDraft(stored, 2);

  it('stand side by side where charge and tax are the same', () => {
    expect(
      draft.lines.map(({ code, cost, price: sell, taxed }) => [code, cost, sell, taxed]),
    ).toEqual([
      ['FREIGHT', '250.00', '300.00', true],
      ['TOLL', '12.50', '', false],
      ['FREIGHT', '', '20.00', true],
      ['TOLL', '', '15.00', true],
    ]);
  });

  it('send the changed side only, with each of its lines', () => {
    expect(changedSides(draft, stored, 2)).toEqual([]);
    const dearer = {
      lines: draft.lines.map((line, at) => (at === 0 ? { ...line, price: '310' } : line)),
    };
    expect(toPriceRequest(dearer, { id: 7, pricingdetails: stored }, 2)).toEqual({
      jobid: 7,
      sell: {
        chargebreakdown: [charge('FREIGHT', 310), charge('FREIGHT', 20), charge('TOLL', 15)],
      },
    });
  });

  it('keep the tax of a side that is not changed', () => {
    const dearer = { lines: draft.lines.map((line) => ({ ...line, cost: '' })) };
    expect(totalsOf(dearer, 'sell', stored, 10, 2)).toEqual({
      net: 300,
      tax: 29.99,
      total: 329.99,
    });
    expect(totalsOf(dearer, 'buy', stored, 10, 2)).toEqual({ net: 0, tax: 0, total: 0 });
  });

  it('are taxed one by one, and not at all without a rate', () => {
    const lines = [
      { amount: '0.05', taxed: true },
      { amount: '0.05', taxed: true },
      { amount: '1', taxed: false },
    ];
    expect(sumOf(lines, 10, 2)).toEqual({ net: 1.1, tax: 0.02, total: 1.12 });
    expect(sumOf(lines, null, 2)).toEqual({ net: 1.1, tax: null, total: null });
  });

  it('find the line of a refusal, which counts the lines of its side', () => {
    expect(priceMember(draft.lines, 'jobprice.sell.chargebreakdown[1].amount')).toBe(
      'lines.2.price',
    );
    expect(priceMember(draft.lines, 'jobprice.buy.chargebreakdown[1].servicecode')).toBe(
      'lines.1.code',
    );
  });

  it('need a name and an amount', () => {
    const lines = [
      { ...newPriceLine(), cost: '5' },
      { ...newPriceLine(), code: 'FUEL' },
      newPriceLine(),
    ];
    expect(priceProblems({ lines }, inEnglish)).toEqual({
      'lines.1.price': 'Enter the cost or the price',
    });
    expect(Object.keys(priceRules({ lines }, inEnglish))).not.toContain('lines.2.code');
    expect(priceRules({ lines }, inEnglish)['lines.0.code']?.needed).toBe('Name the charge');
  });
});

describe('work by the hour', () => {
  const utc = (local: string) => (local ? `${local}:00Z` : null);
  const work = (more: object) => ({ ...emptyWork(3), rate: '55', ...more });
  const day = (start: string, end: string) => ({
    start: `2026-03-02T${start}`,
    end: `2026-03-02T${end}`,
  });

  it.each([
    ['08:00', '08:45', '', '', 45],
    ['08:00', '08:25', '', '30', 30],
    ['08:00', '08:30', '', '30', 30],
    ['08:00', '16:01', '30', '15', 465],
    ['08:00', '08:10', '30', '15', 0],
  ])('from %s to %s is paid without the break and rounded up', (start, end, pause, roundBy, is) => {
    expect(paidMinutes(work({ ...day(start, end), pause, roundBy }), utc)).toBe(is);
  });

  it('counts typed hours before times, exactly', () => {
    const typed = work({ ...day('08:00', '09:00'), hours: '7.6', pause: '30', roundBy: '15' });
    expect(paidMinutes(typed, utc)).toBe(435);
    expect(paidMinutes(work({ hours: '0.7', roundBy: '6' }), utc)).toBe(42);
    expect(paidMinutes(work({}), utc)).toBeNull();
    expect(hourlyAmount(465, 55, 2)).toBe(426.25);
    expect(hoursText(465)).toBe('7:45');
  });

  it('says what is missing', () => {
    const problems = (more: object) => Object.keys(workProblems(work(more), true, inEnglish));
    expect(problems({ rate: '' })).toEqual(['hours']);
    expect(problems({ hours: '2', rate: '' })).toEqual(['rate']);
    expect(problems(day('09:00', '08:00'))).toEqual(['end']);
    expect(problems({ hours: '2', driverid: '' })).toEqual(['driverid']);
    expect(problems({ ...day('08:00', '09:00') })).toEqual([]);
  });

  it('sends times as moments, and no blank lines', () => {
    const line = { code: 'TOLL', amount: '12.30', taxed: false };
    const draft = work({
      ...day('08:00', '09:00'),
      lines: [{ code: '', amount: '', taxed: true }, line],
    });
    expect(toWork(draft, utc)).toMatchObject({
      starttime: '2026-03-02T08:00:00Z',
      endtime: '2026-03-02T09:00:00Z',
      hours: null,
      chargerate: 55,
      chargebreakdown: [{ servicecode: 'TOLL', amount: 12.3, istaxapplicable: false }],
    });
    expect(workMember(draft.lines, 'drivercharge.charges.chargebreakdown[0].amount')).toBe(
      'lines.1.amount',
    );
    expect(workMember(draft.lines, 'customercharge.charges.chargerate')).toBe('rate');
    expect(workMember(draft.lines, 'drivercharge.driverid')).toBe('driverid');
  });
});
