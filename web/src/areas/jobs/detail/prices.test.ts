// Charges of a job as its page lists them, and late work.
import { expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import { lateness, type Job, type JobPrice } from '../model.ts';
import { priceLines, withFees } from './Prices.tsx';

type Pricing = Job['pricingdetails'];
const charge = (servicecode: string, amount: number) => ({
  servicecode,
  amount,
  istaxapplicable: true,
  isadditionalservice: false,
});
const price = (total: number, ...chargebreakdown: ReturnType<typeof charge>[]) =>
  some<JobPrice>({
    totaltaxexclusive: total,
    tax: total / 10,
    total: total * 1.1,
    chargebreakdown,
  });
const fee = { source: 'wait 1', servicecode: 'Wait time', amount: 20, tax: 2, total: 22, time: '' };

it('joins cost and price by charge, then lists fees and earnings', () => {
  const pricingdetails = some<Pricing>({
    buy: price(100, charge('FREIGHT', 100)),
    sell: price(150, charge('FREIGHT', 140), charge('FREIGHT', 10)),
  });
  const drivercharges = [
    some<Job['drivercharges'][number]>({
      driverid: 7,
      total: 55,
      charges: some<Job['drivercharges'][number]['charges']>({
        chargebreakdown: [charge('HOURS', 55)],
      }),
    }),
  ];
  expect(
    priceLines({ pricingdetails, drivercharges, fees: [fee] }).map(
      ({ code, buy, sell, driver }) => [code, buy, sell, driver],
    ),
  ).toEqual([
    ['FREIGHT', 100, 150, null],
    ['Wait time', null, 20, null],
    ['HOURS', null, null, 55],
  ]);
});

it('adds fees to the price', () => {
  expect(withFees(price(100), [fee])).toMatchObject({ totaltaxexclusive: 120, tax: 12 });
  expect(withFees(null, [fee])).toMatchObject({ totaltaxexclusive: 20, total: 22 });
  expect(withFees(null, [])).toBeNull();
});

it('is late as soon as it is due, until the driver has arrived', () => {
  const now = new Date('2026-03-02T12:00:00Z');
  const of = (jobstatus: Job['jobstatus'], duetime: string, judged: 'late' | 'atRisk' | null) =>
    lateness({ jobstatus, duetime, lateness: judged }, now);
  expect(of('OnBoard', '2026-03-02T11:59:00Z', null)).toBe('late');
  expect(of('AtDelivery', '2026-03-02T11:59:00Z', null)).toBeNull();
  expect(of('OnBoard', '2026-03-02T12:10:00Z', 'atRisk')).toBe('atRisk');
  expect(of('Delivered', '2026-03-02T11:59:00Z', null)).toBeNull();
  expect(of('Draft', '2026-03-02T11:59:00Z', 'late')).toBeNull();
});
