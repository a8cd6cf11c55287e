// Lines of a job's prices while they are edited, and paid time.
import { readNumber } from '@waybill/plugin';
import type { Problems, Rules } from '../../../kit/form-rules.ts';
import type { AmountSum } from '../../../kit/lines/LineGrid.tsx';
import type { Schema } from '../../../api/types.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { fieldText, fromMinor, roundTo, toMinor } from '../../../lib/money.ts';
import type { Job, JobPrice } from '../model.ts';

type Charge = JobPrice['chargebreakdown'][number];
export type Side = 'buy' | 'sell';

/** As the server limits them. */
export const MAX_LINES = 100;
export const MAX_CODE = 64;

export interface PriceLine {
  code: string;
  cost: string;
  price: string;
  taxed: boolean;
  isAdditional: boolean;
}

export interface PriceDraft {
  lines: PriceLine[];
}

export const newPriceLine = (): PriceLine => ({
  code: '',
  cost: '',
  price: '',
  taxed: true,
  isAdditional: false,
});

export const isBlankPrice = ({ code, cost, price }: PriceLine): boolean =>
  [code, cost, price].every((text) => text.trim() === '');

const FIELD = { buy: 'cost', sell: 'price' } as const;

/** Lines of both prices, side by side where charge and tax are the same. */
export function toPriceDraft({ buy, sell }: Job['pricingdetails'], digits: number): PriceDraft {
  const lines: PriceLine[] = [];
  const add = (charge: Charge, field: 'cost' | 'price') => {
    const amount = fieldText(Number(charge.amount), digits);
    const isOf = (line: PriceLine) =>
      line.code === charge.servicecode &&
      line.taxed === charge.istaxapplicable &&
      line.isAdditional === charge.isadditionalservice;
    const free = lines.find((line) => isOf(line) && line[field] === '');
    if (free) free[field] = amount;
    else
      lines.push({
        ...newPriceLine(),
        code: charge.servicecode,
        taxed: charge.istaxapplicable,
        isAdditional: charge.isadditionalservice,
        [field]: amount,
      });
  };
  for (const charge of buy?.chargebreakdown ?? []) add(charge, 'cost');
  for (const charge of sell?.chargebreakdown ?? []) add(charge, 'price');
  return { lines: lines.length > 0 ? lines : [newPriceLine()] };
}

const ofSide = (lines: readonly PriceLine[], side: Side): [at: number, line: PriceLine][] =>
  [...lines.entries()].filter(([, line]) => line[FIELD[side]].trim() !== '');

const chargesOf = ({ lines }: PriceDraft, side: Side): Charge[] =>
  ofSide(lines, side).map(([, line]) => ({
    servicecode: line.code.trim(),
    amount: readNumber(line[FIELD[side]]) ?? 0,
    istaxapplicable: line.taxed,
    isadditionalservice: line.isAdditional,
  }));

const isSame = (a: readonly Charge[], b: readonly Charge[]): boolean =>
  a.length === b.length &&
  a.every((charge, at) => {
    const other = b[at];
    return (
      charge.servicecode === other?.servicecode &&
      charge.amount === Number(other.amount) &&
      charge.istaxapplicable === other.istaxapplicable &&
      charge.isadditionalservice === other.isadditionalservice
    );
  });

/** Sides whose lines differ from the stored ones: the tax of the others stays as it was quoted. */
export function changedSides(
  draft: PriceDraft,
  stored: Job['pricingdetails'],
  digits: number,
): Side[] {
  const before = toPriceDraft(stored, digits);
  return (['buy', 'sell'] as const).filter(
    (side) => !isSame(chargesOf(draft, side), chargesOf(before, side)),
  );
}

export function toPriceRequest(
  draft: PriceDraft,
  job: Pick<Job, 'id' | 'pricingdetails'>,
  digits: number,
): Schema<'JobPriceChange'> {
  const changed = changedSides(draft, job.pricingdetails, digits);
  return {
    jobid: job.id,
    ...Object.fromEntries(
      changed.map((side) => [side, { chargebreakdown: chargesOf(draft, side) }]),
    ),
  };
}

/** Sums of lines; the tax of each line is rounded, as the server does. */
export function sumOf(
  lines: readonly { amount: string; taxed: boolean }[],
  percent: number | null,
  digits: number,
): AmountSum {
  let [net, tax] = [0, 0];
  for (const { amount, taxed } of lines) {
    const value = roundTo(readNumber(amount) ?? 0, digits);
    net += toMinor(value, digits);
    if (taxed && percent !== null) tax += toMinor((value * percent) / 100, digits);
  }
  const isKnown = percent !== null || lines.every(({ taxed }) => !taxed);
  return {
    net: fromMinor(net, digits),
    tax: isKnown ? fromMinor(tax, digits) : null,
    total: isKnown ? fromMinor(net + tax, digits) : null,
  };
}

/** Totals of a side: the stored ones as long as its lines are. */
export function totalsOf(
  draft: PriceDraft,
  side: Side,
  stored: Job['pricingdetails'],
  percent: number | null,
  digits: number,
): AmountSum {
  const price = stored[side];
  if (price && !changedSides(draft, stored, digits).includes(side))
    return {
      net: Number(price.totaltaxexclusive),
      tax: Number(price.tax),
      total: Number(price.total),
    };
  return sumOf(
    draft.lines.map((line) => ({ amount: line[FIELD[side]], taxed: line.taxed })),
    percent,
    digits,
  );
}

export function priceRules({ lines }: PriceDraft, t: Translate): Rules {
  const rules: Rules = {};
  for (const [at, line] of lines.entries()) {
    if (isBlankPrice(line)) continue;
    rules[`lines.${at}.code`] = { needed: t('Name the charge'), max: MAX_CODE };
    rules[`lines.${at}.cost`] = { number: {} };
    rules[`lines.${at}.price`] = { number: {} };
  }
  return rules;
}

export function priceProblems({ lines }: PriceDraft, t: Translate): Problems {
  const problems: Problems = {};
  for (const [at, { code, cost, price }] of lines.entries())
    if (code.trim() && !cost.trim() && !price.trim())
      problems[`lines.${at}.price`] = t('Enter the cost or the price');
  return problems;
}

/** Form field of a wire path, which counts the lines of its side only. */
export function priceMember(lines: readonly PriceLine[], member: string): string {
  const found = /^(?:jobprice\.)?(buy|sell)\.chargebreakdown(?:\[(\d+)\]\.(\w+))?$/.exec(member);
  if (!found) return member;
  const side = found[1] as Side;
  const at = ofSide(lines, side)[Number(found[2] ?? 0)]?.[0] ?? 0;
  return `lines.${at}.${found[3] === 'servicecode' ? 'code' : FIELD[side]}`;
}
