// The last consignment to this receiver.
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@waybill/plugin';
import type { UseFormReturn } from '@waybill/plugin/forms';
import { usePermissions } from '../../../api/session.ts';
import { isBlank, type ItemDraft } from '../../../kit/goods/items.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { useT } from '../../../lib/i18n.ts';
import { itemOf, optionsOf, serviceOf } from '../from-booking.ts';
import type { QuoteDraft } from '../model.ts';
import { identityOf, lastConsignmentTo } from '../places.ts';
import type { LastTime } from './QuickEntry.tsx';

const PAUSE = 200;

export function useLastTime(
  form: UseFormReturn<QuoteDraft>,
  draft: QuoteDraft,
  isTenant: boolean,
  onTaken: () => void,
): LastTime | null {
  const t = useT();
  const format = useFormat();
  const { to, receiver, customerId } = draft;
  const mayRead = usePermissions().has('Pages.Booking') && (!isTenant || customerId !== null);
  const isKnown = to !== null && receiver.addressLine1.trim() !== '';
  const identity = useDebounced(isKnown ? identityOf(receiver, to) : '', PAUSE);
  const isBegun = draft.items.some((item) => !isBlank(item));
  const { data } = useQuery({
    queryKey: [...bookingsKey, 'last-to', isTenant ? customerId : null, identity],
    queryFn: ({ signal }) =>
      to ? lastConsignmentTo(isTenant ? customerId : null, receiver, to, signal) : null,
    enabled:
      mayRead &&
      to !== null &&
      identity !== '' &&
      identity === identityOf(receiver, to) &&
      !isBegun,
  });
  if (!data?.items?.length || isBegun || !isKnown) return null;
  const items = data.items.map(itemOf);
  const first = items[0] as ItemDraft;
  const { quantity, packageType, length, width, height } = first;
  const line = t('{quantity} × {package} {length}×{width}×{height}, {weight} kg', {
    quantity,
    package: packageType,
    length,
    width,
    height,
    weight: format.number(Number(first.weight)),
  });
  return {
    text:
      items.length === 1
        ? line
        : t('{goods} and {count} more', { goods: line, count: items.length - 1 }),
    take: () => {
      const set = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
      form.setValue('items', items, set);
      form.setValue('options', optionsOf(data), set);
      form.setValue('service', serviceOf(data), set);
      form.setValue('isDangerousGood', data.isDangerousGood, set);
      form.setValue('dangerousGoodUNCode', data.dangerousGoodUNCode ?? '', set);
      form.setValue('dangerousGoodPackageType', data.dangerousGoodPackageType ?? '', set);
      form.setValue('dangerousGoodDescription', data.dangerousGoodDescription ?? '', set);
      onTaken();
    },
  };
}
