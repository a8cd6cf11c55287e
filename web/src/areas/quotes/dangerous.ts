// Dangerous goods of the sheet: the first substance is in the draft's fields, further ones are in its items.
import { itemBody, itemOf, type ItemDraft } from '../../kit/goods/items.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { isUnNumber, sameUnNumber } from '../../lib/dangerous-goods.ts';
import { t } from '../../lib/i18n.ts';
import type { QuoteDraft } from './model.ts';

export interface SubstanceDraft {
  unCode: string;
  packageType: string;
  description: string;
}

/** A line of goods with its substances. Drafts kept from earlier versions lack both. */
export interface GoodsDraft extends ItemDraft {
  /** Set if it contains the first substance. If no line has it, every line contains it. */
  hasFirst?: boolean;
  /** Its other substances. */
  substances?: SubstanceDraft[];
}

/** The server's limit. */
export const MAX_SUBSTANCES = 20;

export const emptySubstance: SubstanceDraft = { unCode: '', packageType: '', description: '' };

const isNamedByItem = (items: readonly GoodsDraft[]): boolean =>
  items.some(({ hasFirst, substances }) => hasFirst || (substances?.length ?? 0) > 0);

const substanceBody = ({ unCode, packageType, description }: SubstanceDraft) => ({
  unNumber: unCode.trim(),
  packageType: packageType.trim(),
  description: description.trim(),
});

type GoodsBody = ReturnType<typeof itemBody> & {
  dangerousGoods?: ReturnType<typeof substanceBody>[];
};

/** The goods as the API takes them. The first substance is the last of a line, so that the others keep their places. */
export function goodsBody(draft: QuoteDraft): GoodsBody[] {
  const { items, isDangerousGood } = draft;
  if (!isDangerousGood || !isNamedByItem(items)) return items.map(itemBody);
  const first: SubstanceDraft = {
    unCode: draft.dangerousGoodUNCode,
    packageType: draft.dangerousGoodPackageType,
    description: draft.dangerousGoodDescription,
  };
  const isInAll = items.every(({ hasFirst }) => !hasFirst);
  return items.map((item) => {
    const substances = [...(item.substances ?? []), ...(item.hasFirst || isInAll ? [first] : [])];
    return {
      ...itemBody(item),
      ...(substances.length > 0 ? { dangerousGoods: substances.map(substanceBody) } : {}),
    };
  });
}

/** The lines of a stored booking. */
export function goodsOf(booking: Booking): GoodsDraft[] {
  return (booking.items ?? []).map((item) => {
    const all = item.dangerousGoods ?? [];
    const first = all.findIndex(({ unNumber }) =>
      sameUnNumber(unNumber, booking.dangerousGoodUNCode),
    );
    const substances = all
      .filter((_, index) => index !== first)
      .map(({ unNumber, packageType, description }) => ({
        unCode: unNumber,
        packageType: packageType ?? '',
        description: description ?? '',
      }));
    return {
      ...itemOf(item),
      ...(first >= 0 ? { hasFirst: true } : {}),
      ...(substances.length > 0 ? { substances } : {}),
    };
  });
}

export interface DangerousProblem {
  field: string;
  message: string;
}

/** The server validates again. */
export function dangerousProblems(draft: QuoteDraft): DangerousProblem[] {
  if (!draft.isDangerousGood) return [];
  const message = t('enter four digits, as in UN1263');
  const first = isUnNumber(draft.dangerousGoodUNCode)
    ? []
    : [{ field: 'dangerousGoodUNCode', message }];
  const others = draft.items.flatMap(({ substances = [] }, at) =>
    substances.flatMap(({ unCode }, index) =>
      isUnNumber(unCode) ? [] : [{ field: `items.${at}.substances.${index}.unCode`, message }],
    ),
  );
  return [...first, ...others];
}
