// Lines of goods as they are typed, and as the API takes them.
import { typedNumber, type LineMeasures } from './measures.ts';

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

/** True for an untouched line; the package type may be prefilled. */
export const isBlank = (item: ItemDraft): boolean =>
  item.productId === null &&
  item.quantity === emptyItem.quantity &&
  [item.description, item.length, item.width, item.height, item.weight].every(
    (text) => text.trim() === '',
  );

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
