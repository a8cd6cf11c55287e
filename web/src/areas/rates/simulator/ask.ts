// Simulator form to request, errors to fields.
import { ApiError, translateMessage, readNumber } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import { itemBody, measuresOf } from '../../../kit/goods/items.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { optionsOn } from '../../../lib/bookings/options.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { placeBody } from '../../../lib/places.ts';
import type { Consignment } from './consignment.ts';

export type Ask = Schema<'RateQuoteAsk'>;

/** The server's limits: around the Earth, and a month. */
const MAX_KM = 40_000;
const MAX_MINUTES = 43_200;

/** Errors of filled-in fields; empty ones are only missing. */
export function problemsOf(draft: Consignment, t: Translate): Problems {
  const problems: Problems = {};
  draft.items.forEach((item, at) => {
    for (const name of ['quantity', 'length', 'width', 'height', 'weight'] as const) {
      if (item[name].trim() === '') continue;
      const value = measuresOf(item)[name];
      if (name === 'quantity' ? !Number.isInteger(value) || value < 1 : !(value > 0))
        problems[`items.${at}.${name}`] =
          name === 'quantity'
            ? t('At least {limit}', { limit: 1 })
            : t('Above {limit}', { limit: 0 });
    }
  });
  for (const [name, limit, isInteger] of [
    ['distanceKm', MAX_KM, false],
    ['durationMinutes', MAX_MINUTES, true],
    ['waitingMinutes', MAX_MINUTES, true],
  ] as const) {
    if (draft[name].trim() === '') continue;
    const value = readNumber(draft[name]);
    if (value === null || value < 0 || value > limit || (isInteger && !Number.isInteger(value)))
      problems[name] = isInteger
        ? t('A whole number from 0 to {most}', { most: limit })
        : t('A number from 0 to {most}', { most: limit });
  }
  return problems;
}

/** Labels of missing fields. */
export function missingOf({ from, to, items }: Consignment, t: Translate): string[] {
  const lacks = items.some((item) =>
    [item.quantity, item.length, item.width, item.height, item.weight].some(
      (text) => text.trim() === '',
    ),
  );
  return [
    ...(from ? [] : [t('where it goes from')]),
    ...(to ? [] : [t('where it goes to')]),
    ...(lacks ? [t('how many, how large and how heavy the items are')] : []),
  ];
}

/** Null if incomplete or invalid. */
export function askOf(
  draft: Consignment,
  toInstant: (local: string) => string | null,
  t: Translate,
): Ask | null {
  if (missingOf(draft, t).length > 0 || Object.keys(problemsOf(draft, t)).length > 0) return null;
  return {
    fromAddress: placeBody(draft.from, false),
    toAddress: placeBody(draft.to, Boolean(draft.options['delivery:residential'])),
    items: draft.items.map(itemBody),
    pickupOptions: optionsOn(draft.options, 'pickup'),
    deliveryOptions: optionsOn(draft.options, 'delivery'),
    isDangerousGood: draft.isDangerousGood,
    pickupReadyTime: draft.readyTime ? toInstant(draft.readyTime) : null,
    distanceKm: readNumber(draft.distanceKm),
    durationMinutes: readNumber(draft.durationMinutes),
    waitingMinutes: readNumber(draft.waitingMinutes) ?? 0,
    explain: true,
  };
}

/** Form field; null if not shown. */
export function fieldOf(member: string): string | null {
  const path = member.replace(/^ask\./i, '');
  const item = /^items\[(\d+)\]\.(quantity|length|width|height|weight|packageType)/.exec(path);
  if (item) return `items.${item[1]}.${item[2]}`;
  const address = /^(from|to)Address/.exec(path)?.[1];
  if (address) return address;
  if (path === 'pickupReadyTime') return 'readyTime';
  return ['distanceKm', 'durationMinutes', 'waitingMinutes'].includes(path) ? path : null;
}

/** Errors by field, and the rest. */
export function refusedBy(error: unknown): { fields: Problems; others: string[] } {
  const fields: Problems = {};
  const others: string[] = [];
  for (const one of error instanceof ApiError ? error.validationErrors : []) {
    const field = (one.members ?? []).map(fieldOf).find((found) => found !== null);
    if (field) fields[field] = translateMessage(one);
    else others.push(translateMessage(one));
  }
  return { fields, others };
}
