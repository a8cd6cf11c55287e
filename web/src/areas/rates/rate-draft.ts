// Rate form; typed numbers are text.
import { readNumber, writeNumber } from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import { RateRequest } from '../../api/resources/rates.gen.ts';
import type { Problems, Rules } from '../../kit/form-rules.ts';
import { draftOf as fieldsOf, rulesOf, wireOf } from '../../kit/resource/values.ts';
import type { Translate } from '../../lib/i18n.ts';
import type { Rate, RateDetail } from './model.ts';

const MAX_AMOUNT = 1_000_000_000;

const textOf = (value: number | null | undefined) => (value == null ? '' : writeNumber(value));
const numberOf = (text: string) => (text.trim() === '' ? null : readNumber(text));

const lineDraft = ({ rateType, break: upTo, basic, value }: RateDetail) => ({
  rateType,
  break: textOf(upTo),
  basic: basic === 0 && rateType !== 'Basic' ? '' : textOf(basic),
  value: rateType === 'Basic' && value === 0 ? '' : textOf(value),
});
export type LineDraft = ReturnType<typeof lineDraft>;

/** Copies the previous line's settings. */
export const newLine = (before?: LineDraft): LineDraft => ({
  rateType: before && before.rateType !== 'Basic' ? before.rateType : 'Break',
  break: '',
  basic: '',
  value: '',
});

const FIELDS = [
  'rateServiceId',
  'fromZone',
  'toZone',
  'calculationMethod',
  'reciprocal',
  'accumulative',
  'minimum',
  'cubicAllowance',
  'cutOffTime',
  'transitTime',
  'effectiveDate',
  'expireDate',
] as const;

export const draftOf = (rate: Rate | null) => ({
  ...fieldsOf(RateRequest, FIELDS, rate ?? { calculationMethod: 'PerKg' }),
  minimum: rate && rate.minimum !== 0 ? writeNumber(rate.minimum) : '',
  rateDetails: rate ? rate.rateDetails.map(lineDraft) : [newLine()],
});

export type RateDraft = ReturnType<typeof draftOf>;

export function toSent(draft: RateDraft): Schema<'RateRequest'> {
  return {
    ...wireOf(RateRequest, FIELDS, draft),
    rateDetails: draft.rateDetails.map(({ rateType, break: upTo, basic, value }) => ({
      rateType,
      break: rateType === 'Basic' ? null : numberOf(upTo),
      basic: numberOf(basic) ?? 0,
      value: numberOf(value) ?? 0,
    })),
  };
}

export function rateRules({ rateDetails }: RateDraft, t: Translate): Rules {
  const rules: Rules = {
    ...rulesOf(RateRequest, FIELDS, t),
    rateServiceId: { needed: t('Choose the service') },
    fromZone: { needed: t("Enter a zone's code"), max: 32 },
    toZone: { needed: t("Enter a zone's code"), max: 32 },
    minimum: { number: { min: 0, max: MAX_AMOUNT } },
    cubicAllowance: { number: { min: 1, max: 100_000 } },
    transitTime: { number: { min: 0, max: 365, integer: true } },
  };
  rateDetails.forEach(({ rateType }, at) => {
    const of = (name: string) => `rateDetails.${at}.${name}`;
    const amount = { min: 0, max: MAX_AMOUNT };
    rules[of('basic')] = {
      number: amount,
      ...(rateType === 'Basic' ? { needed: t('Enter an amount') } : {}),
    };
    if (rateType === 'Basic') return;
    rules[of('value')] = { number: amount, needed: t('Enter a price') };
    rules[of('break')] = { number: { min: 0.0001, max: MAX_AMOUNT } };
  });
  return rules;
}

/** Dates, and ascending breaks. */
export function rateProblems(
  { effectiveDate, expireDate, fromZone, toZone, reciprocal, rateDetails }: RateDraft,
  t: Translate,
): Problems {
  const problems: Problems = {};
  if (effectiveDate && expireDate && expireDate < effectiveDate)
    problems['expireDate'] = t('The last day must not be before the first');
  if (
    reciprocal &&
    fromZone.trim() &&
    fromZone.trim().toLowerCase() === toZone.trim().toLowerCase()
  )
    problems['reciprocal'] = t('Within one zone there is no other direction');
  let before: number | null | undefined;
  rateDetails.forEach(({ rateType, break: upTo }, at) => {
    if (rateType === 'Basic') {
      if (rateDetails.findIndex((line) => line.rateType === 'Basic') < at)
        problems[`rateDetails.${at}.rateType`] = t('Only one line can be a basic charge');
      return;
    }
    const limit = numberOf(upTo);
    if (before === null)
      problems[`rateDetails.${at}.break`] = t('The line before has no end: enter its upper limit');
    else if (before !== undefined && limit !== null && limit <= before)
      problems[`rateDetails.${at}.break`] = t('Must be above {limit}', { limit: before });
    before = limit;
  });
  return problems;
}
