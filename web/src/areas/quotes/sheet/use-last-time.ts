// Choices of earlier consignments: offered, and set by one key only.
import { useQuery } from '@tanstack/react-query';
import { useFormat, readNumber } from '@waybill/plugin';
import type { UseFormReturn } from '@waybill/plugin/forms';
import { usePermissions } from '../../../api/session.ts';
import { isBlank, type ItemDraft } from '../../../kit/goods/items.ts';
import type { BookingDetail } from '../../../lib/bookings/model.ts';
import { options } from '../../../lib/bookings/options.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { identityOf } from '../../../kit/pickers/places.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { useT } from '../../../lib/i18n.ts';
import { goodsOf, type GoodsDraft } from '../dangerous.ts';
import { optionsOf, serviceOf } from '../from-booking.ts';
import type { QuoteDraft } from '../model.ts';
import { lastConsignment } from '../last-consignment.ts';
import type { LastTime } from './QuickEntry.tsx';

const PAUSE = 200;

/** The customer's options of last time. */
export interface LastOptions {
  /** `Tail-lift at delivery, Hand unload`. */
  text: string;
  take: () => void;
}

function useOptionLabels() {
  const t = useT();
  return (chosen: Record<string, boolean>): string[] =>
    options.filter(({ key }) => chosen[key]).map(({ label }) => t(label));
}

/** Null once they are all chosen. */
export function useLastOptions(
  form: UseFormReturn<QuoteDraft>,
  chosen: Record<string, boolean>,
  remembered: Record<string, boolean>,
): LastOptions | null {
  const labelsOf = useOptionLabels();
  const open = Object.fromEntries(
    Object.entries(remembered).filter(([key, isOn]) => isOn && !chosen[key]),
  );
  const labels = labelsOf(open);
  if (labels.length === 0) return null;
  return {
    text: labels.join(', '),
    take: () =>
      form.setValue(
        'options',
        { ...form.getValues('options'), ...open },
        { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
      ),
  };
}

/** `3 × Carton 40×30×25, 12.5 kg and 1 more`. */
function useGoodsText() {
  const t = useT();
  const format = useFormat();
  return (items: readonly ItemDraft[]): string => {
    const { quantity, packageType, length, width, height, weight } = items[0] as ItemDraft;
    const line = t('{quantity} × {package} {length}×{width}×{height}, {weight} kg', {
      quantity,
      package: packageType,
      length,
      width,
      height,
      weight: format.number(readNumber(weight)),
    });
    return items.length === 1
      ? line
      : t('{goods} and {count} more', { goods: line, count: items.length - 1 });
  };
}

/**
 * The last consignment to this receiver, else the goods of the customer's last one; options once
 * the goods are entered.
 */
export function useLastTime(
  form: UseFormReturn<QuoteDraft>,
  draft: QuoteDraft,
  isTenant: boolean,
  lastOptions: LastOptions | null,
  onTaken: () => void,
): LastTime | null {
  const t = useT();
  const goodsText = useGoodsText();
  const labelsOf = useOptionLabels();
  const { to, receiver, customerId } = draft;
  const mayRead = usePermissions().has('Pages.Booking') && (!isTenant || customerId !== null);
  const isKnown = to !== null && receiver.addressLine1.trim() !== '';
  const identity = useDebounced(isKnown ? identityOf(receiver, to) : '', PAUSE);
  const isBegun = draft.items.some((item) => !isBlank(item));
  const { data } = useQuery({
    queryKey: [...bookingsKey, 'last-to', isTenant ? customerId : null, identity],
    queryFn: ({ signal }) =>
      to ? lastConsignment(isTenant ? customerId : null, receiver, to, signal) : null,
    enabled:
      mayRead &&
      to !== null &&
      identity !== '' &&
      identity === identityOf(receiver, to) &&
      !isBegun,
  });
  if (isBegun)
    return (
      lastOptions && {
        hint: t('Enter: as last time, {goods}', { goods: lastOptions.text }),
        take: () => {
          lastOptions.take();
          onTaken();
        },
      }
    );
  if (!data?.booking.items?.length || !isKnown) return null;
  const { booking, isSameReceiver } = data;
  const items = goodsOf(booking);
  const goods = [goodsText(items), ...(isSameReceiver ? labelsOf(optionsOf(booking)) : [])];
  return {
    hint: isSameReceiver
      ? t('Enter: as last time, {goods}', { goods: goods.join(', ') })
      : t('Enter: as in the last consignment, {goods}', { goods: goods.join(', ') }),
    take: () => {
      takeBooking(form, booking, items, isSameReceiver);
      onTaken();
    },
  };
}

function takeBooking(
  form: UseFormReturn<QuoteDraft>,
  booking: BookingDetail,
  items: GoodsDraft[],
  isSameReceiver: boolean,
): void {
  const set = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  form.setValue('items', items, set);
  form.setValue('isDangerousGood', booking.isDangerousGood, set);
  form.setValue('dangerousGoodUNCode', booking.dangerousGoodUNCode ?? '', set);
  form.setValue('dangerousGoodPackageType', booking.dangerousGoodPackageType ?? '', set);
  form.setValue('dangerousGoodDescription', booking.dangerousGoodDescription ?? '', set);
  if (!isSameReceiver) return;
  form.setValue('options', optionsOf(booking), set);
  form.setValue('service', serviceOf(booking), set);
}
