// Fees: kinds, triggers, tiers.
import { readNumber, writeNumber } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { msg, type Translate } from '../../../lib/i18n.ts';

export type Fee = Schema<'Fee'>;
export type CustomerFee = Schema<'NamedCustomerFee'>;
export type FeeEntry = Schema<'NamedFeeEntry'>;
export type FeeType = Schema<'FeeType'>;
export type FeeEvent = Schema<'FeeEvent'>;
export type TypeEvents = Schema<'FeeTypeEvents'>;
export type FeeMethod = Schema<'FeeCalcMethod'>;
type Rate = Schema<'FeeRate'>;

export const FEE_TYPES: Record<FeeType, string> = {
  FuelLevy: msg('Fuel levy'),
  Residential: msg('Residential'),
  TailLift: msg('Tail lift'),
  ManualHandling: msg('Manual handling'),
  OversizeLength: msg('Oversize length'),
  DangerousGoods: msg('Dangerous goods'),
  Futile: msg('Futile pickup'),
  WaitTime: msg('Waiting time'),
  Redelivery: msg('Redelivery'),
  Storage: msg('Storage'),
  Admin: msg('Administration'),
  CreditCardSurcharge: msg('Credit card surcharge'),
  LatePayment: msg('Late payment'),
  Insurance: msg('Insurance'),
  Sms: msg('SMS'),
  AccountKeeping: msg('Account keeping'),
};

export const EVENTS: Record<FeeEvent, { text: string; hint: string }> = {
  Booking: {
    text: msg('Booking'),
    hint: msg('When a booked consignment meets the fee’s condition.'),
  },
  Job: { text: msg('Job'), hint: msg('When a job is done.') },
  Invoice: { text: msg('Invoice'), hint: msg('When an invoice is closed or overdue.') },
  Payment: { text: msg('Payment'), hint: msg('When a payment is overdue.') },
  Period: { text: msg('Period'), hint: msg('Once in every period.') },
  ScanEvent: {
    text: msg('Scan event'),
    hint: msg('When a consignment reaches the fee’s status.'),
  },
};

/** Reason why no event charges a credit card surcharge. */
export const BY_CARD_PAYMENTS = msg(
  'Card payments charge it. Set it in the settings, under Card payments.',
);
export const NEVER_CHARGED = msg('No fee of this type is charged then. Choose another event.');

/** Events that charge fees of the type; all events until a type is chosen. */
export const eventsOf = (types: readonly TypeEvents[], type: FeeType | ''): FeeEvent[] =>
  type === ''
    ? (Object.keys(EVENTS) as FeeEvent[])
    : (types.find(({ feeType }) => feeType === type)?.events ?? []);

/** Events to choose from. A stored fee may keep one that never charges it. */
export function offeredEvents(
  types: readonly TypeEvents[],
  type: FeeType | '',
  stored: Pick<Fee, 'feeType' | 'applyOn'> | null,
): FeeEvent[] {
  const events = eventsOf(types, type);
  return stored?.feeType === type && !events.includes(stored.applyOn)
    ? [...events, stored.applyOn]
    : events;
}

export const METHODS: Record<FeeMethod, { text: string; hint: string }> = {
  Percentage: {
    text: msg('Percentage'),
    hint: msg('The basic amount, and a percentage of the sum that it is charged on.'),
  },
  Fixed: { text: msg('Fixed'), hint: msg('The basic amount, and an amount for each piece.') },
  Override: {
    text: msg('Basic amount only'),
    hint: msg('The basic amount of the tier, without a minimum.'),
  },
};

export const CUSTOMER_TYPES: Record<Schema<'CustomerType'>, string> = {
  Account: msg('Account'),
  Payg: msg('Pay as you go'),
  Prepaid: msg('Prepaid'),
  Guest: msg('Guest'),
};

export const FEE_INVOICES = { Fee: msg('Fee'), Storage: msg('Storage') } as const;

/** A tier as typed, in order. */
export interface Tier {
  basic: string;
  /** Empty: unlimited. */
  upTo: string;
  rate: string;
}

export const newTier = (): Tier => ({ basic: '', upTo: '', rate: '' });

export const tiersOf = (rates: readonly Rate[]): Tier[] =>
  rates
    .toSorted((a, b) => a.order - b.order)
    .map((rate) => ({
      basic: rate.basic === 0 ? '' : writeNumber(rate.basic),
      upTo: rate.break === null ? '' : writeNumber(rate.break),
      rate: rate.rate === 0 ? '' : writeNumber(rate.rate),
    }));

const number = (text: string) => readNumber(text) ?? 0;
export const ratesOf = (tiers: readonly Tier[]): Rate[] =>
  tiers.map((tier, at) => ({
    order: at + 1,
    basic: number(tier.basic),
    break: tier.upTo.trim() === '' ? null : number(tier.upTo),
    rate: number(tier.rate),
  }));

/** Limits ascend; only the last is unlimited. */
export function tierProblems(tiers: readonly Tier[], t: Translate): Problems {
  const problems: Problems = {};
  let before = 0;
  for (const [at, tier] of tiers.entries()) {
    for (const field of ['basic', 'upTo', 'rate'] as const) {
      const text = tier[field];
      const value = readNumber(text);
      if (text.trim() !== '' && value === null)
        problems[`feeRates.${at}.${field}`] = t('Enter a number');
      else if (value !== null && value < 0)
        problems[`feeRates.${at}.${field}`] = t('Must be at least {limit}', { limit: 0 });
    }
    if (problems[`feeRates.${at}.upTo`]) continue;
    const end = readNumber(tier.upTo);
    if (end === null && at < tiers.length - 1)
      problems[`feeRates.${at}.upTo`] = t('Only the last tier has no upper limit');
    else if (end !== null && end <= before)
      problems[`feeRates.${at}.upTo`] = t('Must be more than {limit}', { limit: before });
    before = end ?? before;
  }
  return problems;
}

/** "3.00 + 5 %" or "from 2.00". */
export function ratesText(
  fee: Pick<Fee, 'feeRates' | 'calcMethod' | 'minimum'>,
  money: (value: number) => string,
  percent: (value: number) => string,
  t: Translate,
): string {
  const each = (rate: Rate) => {
    const more =
      fee.calcMethod === 'Override' || rate.rate === 0
        ? null
        : fee.calcMethod === 'Percentage'
          ? percent(rate.rate)
          : t('{amount} each', { amount: money(rate.rate) });
    return [rate.basic !== 0 || more === null ? money(rate.basic) : null, more]
      .filter(Boolean)
      .join(' + ');
  };
  const [first] = fee.feeRates.toSorted((a, b) => a.order - b.order);
  if (!first) return fee.minimum > 0 ? money(fee.minimum) : '';
  return fee.feeRates.length === 1
    ? each(first)
    : t('{first}, {count} tiers', { first: each(first), count: fee.feeRates.length });
}

/** True if valid on the day. */
export const holdsOn = (
  { isActive, effectiveDate, expireDate }: Pick<Fee, 'isActive' | 'effectiveDate' | 'expireDate'>,
  day: string,
): boolean =>
  isActive &&
  (effectiveDate === null || effectiveDate <= day) &&
  (expireDate === null || expireDate >= day);
