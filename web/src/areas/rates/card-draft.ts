// Rate card form; typed numbers are text.
import { readNumber, writeNumber } from '@waybill/plugin';
import { RateCardRequest } from '../../api/resources/rates.gen.ts';
import type { Schema } from '../../api/types.ts';
import type { Problems, Rules } from '../../kit/form-rules.ts';
import { draftOf as fieldsOf, rulesOf, wireOf } from '../../kit/resource/values.ts';
import type { Translate } from '../../lib/i18n.ts';
import type { RateCard } from './model.ts';

const MINUTES_A_DAY = 1440;

const textOf = (value: number | null | undefined) => (value == null ? '' : writeNumber(value));
const numberOf = (text: string) => (text.trim() === '' ? null : readNumber(text));

const levyDraft = (one?: Schema<'Levy'>) => ({
  code: one?.code ?? '',
  name: one?.name ?? '',
  feeType: (one?.feeType ?? 'Admin') as Schema<'LevyFeeType'>,
  amount: textOf(one?.amount),
  amountPerItem: textOf(one?.amountPerItem),
  percent: textOf(one?.percent),
  when: {
    case: (one?.when?.case ?? '') as Schema<'LevyCase'> | '',
    option: one?.when?.option ?? '',
    lengthMm: textOf(one?.when?.lengthMm),
    weightG: one?.when?.weightG == null ? '' : writeNumber(one.when.weightG / 1000),
    zone: one?.when?.zone ?? '',
  },
});

export const newLevy = () => levyDraft();

const FIELDS = [
  'code',
  'name',
  'description',
  'kind',
  'currency',
  'engine',
  'effectiveDate',
  'expireDate',
] as const;

export function draftOf(card: RateCard | null) {
  const terms = card?.terms;
  return {
    ...fieldsOf(RateCardRequest, FIELDS, card),
    customerId: card?.customerId ?? null,
    terms: {
      cubicAllowance: textOf(terms?.cubicAllowance ?? 250),
      itemsPriced: (terms?.itemsPriced ?? 'Together') as Schema<'ItemsPriced'>,
      zonesByPostcodeAlone: terms?.zonesByPostcodeAlone ?? false,
      fallsBackToWiderZones: terms?.fallsBackToWiderZones ?? false,
      leviesCompound: terms?.leviesCompound ?? false,
      rounding: {
        step: textOf(terms?.rounding?.step),
        mode: (terms?.rounding?.mode ?? 'Nearest') as Schema<'RoundingMode'>,
      },
      waiting: {
        freeMinutes: textOf(terms?.waiting?.freeMinutes),
        stepMinutes: textOf(terms?.waiting?.stepMinutes),
        pricePerStep: textOf(terms?.waiting?.pricePerStep),
      },
      fuelLevies: (terms?.fuelLevies ?? []).map(({ fromDate, percent }) => ({
        fromDate: fromDate as string,
        percent: textOf(percent),
      })),
      levies: (terms?.levies ?? []).map(levyDraft),
      holidays: (terms?.holidays ?? []).map(({ date, stateCode, name }) => ({
        date: date as string,
        stateCode: stateCode ?? '',
        name,
      })),
    },
  };
}

export type CardDraft = ReturnType<typeof draftOf>;

/** Request with relevant fields only. */
function whenOf({
  case: word,
  option,
  lengthMm,
  weightG,
  zone,
}: CardDraft['terms']['levies'][number]['when']): Schema<'LevyWhenRequest'> | null {
  if (word === '') return null;
  const grams = numberOf(weightG);
  return {
    case: word,
    option: word === 'Option' ? option.trim() || null : null,
    lengthMm: word === 'OverLength' ? numberOf(lengthMm) : null,
    weightG: word === 'OverWeight' && grams !== null ? Math.round(grams * 1000) : null,
    zone: word === 'Zone' ? zone.trim() || null : null,
  };
}

const isFilled = (waiting: CardDraft['terms']['waiting']) =>
  Object.values(waiting).some((text) => text.trim() !== '');

/** Keeps the card's other values. */
export function toSent(draft: CardDraft, card: RateCard | null): Schema<'RateCardRequest'> {
  const { terms } = draft;
  const step = numberOf(terms.rounding.step);
  return {
    ...(card ? { id: card.id, rowVersion: card.rowVersion, isActive: card.isActive } : {}),
    ...wireOf(RateCardRequest, FIELDS, draft),
    customerId: draft.customerId,
    currency: draft.currency.trim().toUpperCase(),
    terms: {
      cubicAllowance: readNumber(terms.cubicAllowance) ?? 0,
      itemsPriced: terms.itemsPriced,
      zonesByPostcodeAlone: terms.zonesByPostcodeAlone,
      fallsBackToWiderZones: terms.fallsBackToWiderZones,
      leviesCompound: terms.leviesCompound,
      rounding: step === null ? null : { step, mode: terms.rounding.mode },
      waiting: isFilled(terms.waiting)
        ? {
            freeMinutes: numberOf(terms.waiting.freeMinutes) ?? 0,
            stepMinutes: numberOf(terms.waiting.stepMinutes) ?? 0,
            pricePerStep: numberOf(terms.waiting.pricePerStep) ?? 0,
          }
        : null,
      fuelLevies: terms.fuelLevies.map(({ fromDate, percent }) => ({
        fromDate,
        percent: readNumber(percent) ?? 0,
      })),
      levies: terms.levies.map(({ code, name, feeType, amount, amountPerItem, percent, when }) => ({
        code: code.trim(),
        name: name.trim(),
        feeType,
        amount: numberOf(amount),
        amountPerItem: numberOf(amountPerItem),
        percent: numberOf(percent),
        when: whenOf(when),
      })),
      holidays: terms.holidays.map(({ date, stateCode, name }) => ({
        date,
        stateCode: stateCode.trim() || null,
        name: name.trim(),
      })),
    },
  };
}

export function cardRules({ terms }: CardDraft, t: Translate): Rules {
  const rules: Rules = {
    ...rulesOf(RateCardRequest, FIELDS, t),
    currency: {
      pattern: { is: /^[a-z]{3}$/i, say: t("Enter the currency's three letters, such as AUD") },
    },
    'terms.cubicAllowance': { needed: t('Enter a number'), number: { min: 1, max: 100_000 } },
    'terms.rounding.step': { number: { min: 0.0001, max: 1000 } },
  };
  rules['terms.waiting.freeMinutes'] = { number: { min: 0, max: MINUTES_A_DAY, integer: true } };
  rules['terms.waiting.stepMinutes'] = { number: { min: 1, max: MINUTES_A_DAY, integer: true } };
  rules['terms.waiting.pricePerStep'] = { number: { min: 0 } };
  terms.fuelLevies.forEach((_, at) => {
    rules[`terms.fuelLevies.${at}.fromDate`] = { needed: t('Enter a day') };
    rules[`terms.fuelLevies.${at}.percent`] = {
      needed: t('Enter a number'),
      number: { min: 0, max: 1000 },
    };
  });
  terms.levies.forEach(({ when }, at) => {
    const of = (name: string) => `terms.levies.${at}.${name}`;
    rules[of('code')] = { needed: t('Enter a code'), max: 32 };
    rules[of('name')] = { needed: t('Enter a name'), max: 128 };
    rules[of('amount')] = { number: { min: 0 } };
    rules[of('amountPerItem')] = { number: { min: 0 } };
    rules[of('percent')] = { number: { min: 0, max: 1000 } };
    if (when.case === 'Option')
      rules[of('when.option')] = { needed: t('Enter the option'), max: 64 };
    if (when.case === 'Zone')
      rules[of('when.zone')] = { needed: t("Enter a zone's code"), max: 32 };
    if (when.case === 'OverLength')
      rules[of('when.lengthMm')] = {
        needed: t('Enter a number'),
        number: { min: 1, max: 100_000, integer: true },
      };
    if (when.case === 'OverWeight')
      rules[of('when.weightG')] = {
        needed: t('Enter a number'),
        number: { min: 0.001, max: 1_000_000 },
      };
  });
  terms.holidays.forEach((_, at) => {
    rules[`terms.holidays.${at}.date`] = { needed: t('Enter a day') };
    rules[`terms.holidays.${at}.name`] = { needed: t('Enter a name'), max: 128 };
    rules[`terms.holidays.${at}.stateCode`] = { max: 16 };
  });
  return rules;
}

export function cardProblems(
  { effectiveDate, expireDate, terms }: CardDraft,
  t: Translate,
): Problems {
  const problems: Problems = {};
  if (effectiveDate && expireDate && expireDate < effectiveDate)
    problems['expireDate'] = t('The last day must not be before the first');
  if (isFilled(terms.waiting)) {
    if (terms.waiting.stepMinutes.trim() === '')
      problems['terms.waiting.stepMinutes'] = t('Enter the minutes that a price is for');
    if (terms.waiting.pricePerStep.trim() === '')
      problems['terms.waiting.pricePerStep'] = t('Enter a price');
  }
  terms.fuelLevies.forEach(({ fromDate }, at) => {
    const before = terms.fuelLevies[at - 1]?.fromDate;
    if (fromDate && before && fromDate <= before)
      problems[`terms.fuelLevies.${at}.fromDate`] = t(
        'Must be after the day of the fuel levy before it',
      );
  });
  terms.levies.forEach(({ amount, amountPerItem, percent }, at) => {
    if ([amount, amountPerItem, percent].every((text) => text.trim() === ''))
      problems[`terms.levies.${at}.amount`] = t(
        'Enter an amount, an amount per item or a percentage',
      );
  });
  return problems;
}
