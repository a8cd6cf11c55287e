// Lines of goods as they are typed, and as the API takes them.
import type { BookingItem } from '../../lib/bookings/model.ts';
import { t } from '../../lib/i18n.ts';
import { typedNumber, type LineMeasures } from './measures.ts';
import { centimetres, inUnit, kilograms } from './units.ts';

/** One item line, with measures as typed, so half-written numbers survive. */
export interface ItemDraft {
  /** Null without a product. */
  productId: number | null;
  packageType: string;
  quantity: string;
  description: string;
  length: string;
  width: string;
  height: string;
  weight: string;
}

export const emptyItem: ItemDraft = {
  productId: null,
  packageType: '',
  quantity: '1',
  description: '',
  length: '',
  width: '',
  height: '',
  weight: '',
};

/** A stored line as the form holds it. */
export const itemOf = (item: BookingItem): ItemDraft => ({
  productId: item.productId ?? null,
  packageType: item.packageType ?? '',
  quantity: String(item.quantity),
  description: item.description ?? '',
  length: inUnit(item.length, centimetres),
  width: inUnit(item.width, centimetres),
  height: inUnit(item.height, centimetres),
  weight: inUnit(item.weight, kilograms),
});

/** True for an untouched line; the package type may be prefilled. */
export const isBlank = (item: ItemDraft): boolean =>
  item.productId === null &&
  item.quantity === emptyItem.quantity &&
  [item.description, item.length, item.width, item.height, item.weight].every(
    (text) => text.trim() === '',
  );

/** Adds a line; an untouched one is replaced. */
export const withItem = (items: readonly ItemDraft[], item: ItemDraft): ItemDraft[] => [
  ...items.filter((line) => !isBlank(line)),
  item,
];

export function measuresOf(item: ItemDraft): LineMeasures {
  return {
    quantity: typedNumber(item.quantity),
    length: typedNumber(item.length),
    width: typedNumber(item.width),
    height: typedNumber(item.height),
    weight: typedNumber(item.weight),
  };
}

export const itemBody = (item: ItemDraft) => {
  const measures = measuresOf(item);
  const cm = (value: number) => ({ value, unit: 'cm' as const });
  return {
    ...(item.productId === null ? {} : { productId: item.productId }),
    packageType: item.packageType,
    quantity: measures.quantity,
    description: item.description.trim(),
    length: cm(measures.length),
    width: cm(measures.width),
    height: cm(measures.height),
    weight: { value: measures.weight, unit: 'kg' as const },
  };
};

/** A field of a line, and what is wrong with it, after the field's name. */
export interface ItemProblem {
  name: keyof ItemDraft;
  message: string;
}

/** The server validates again. */
export function itemProblems(item: ItemDraft): ItemProblem[] {
  const measures = measuresOf(item);
  return [
    ...(item.packageType ? [] : [{ name: 'packageType' as const, message: t('choose one') }]),
    ...(Number.isInteger(measures.quantity) && measures.quantity >= 1
      ? []
      : [{ name: 'quantity' as const, message: t('enter a whole number of at least 1') }]),
    ...(['length', 'width', 'height', 'weight'] as const)
      .filter((name) => !(Number.isFinite(measures[name]) && measures[name] > 0))
      .map((name) => ({ name, message: t('enter more than 0') })),
  ];
}
