// Drafts from bookings: to price or copy.
import { writeNumber } from '@waybill/plugin';
import type { BookingDetail } from '../../lib/bookings/model.ts';
import { partyOf } from '../../lib/bookings/party.ts';
import { placeOf } from '../../lib/places.ts';
import { options } from '../../lib/bookings/options.ts';
import { referenceDrafts } from '../../lib/bookings/references.ts';
import { emptyItem } from '../../kit/goods/items.ts';
import { goodsOf } from './dangerous.ts';
import { emptyDraft, type InsuranceChoice, type QuoteDraft, type ServiceChoice } from './model.ts';

export function optionsOf(booking: BookingDetail): Record<string, boolean> {
  const isOn = (key: string) => {
    const [end = '', word = ''] = key.split(':');
    return (end === 'pickup' ? booking.pickupOptions : booking.deliveryOptions)?.[word] === 'true';
  };
  return Object.fromEntries(
    options.filter((option) => isOn(option.key)).map((option) => [option.key, true]),
  );
}

/** The used or planned service. */
export const serviceOf = ({
  carrierAccountId,
  carrierServiceCode,
}: BookingDetail): ServiceChoice | null =>
  carrierAccountId && carrierServiceCode
    ? { accountId: Number(carrierAccountId), serviceCode: carrierServiceCode }
    : null;

/** Uninsured stays uninsured; a copy uses the customer's default. */
function insuranceOf(
  { isInsured, insuranceType }: BookingDetail,
  isCopy: boolean,
): InsuranceChoice {
  if (isInsured && insuranceType) return insuranceType;
  return isCopy ? '' : 'None';
}

/** A copy takes neither times nor reference. */
export function draftOf(
  booking: BookingDetail,
  isCopy: boolean,
  toLocal: (instant: string | null | undefined) => string,
): QuoteDraft {
  const customerId = booking.customer?.id ?? null;
  const ready = isCopy ? '' : toLocal(booking.pickupReadyTime);
  const closing = isCopy ? '' : toLocal(booking.businessClosingTime);
  return {
    ...emptyDraft(customerId),
    from: placeOf(booking.fromAddress),
    to: placeOf(booking.toAddress),
    items: booking.items?.length ? goodsOf(booking) : [{ ...emptyItem }],
    options: optionsOf(booking),
    isDangerousGood: booking.isDangerousGood ?? false,
    dangerousGoodUNCode: booking.dangerousGoodUNCode ?? '',
    dangerousGoodPackageType: booking.dangerousGoodPackageType ?? '',
    dangerousGoodDescription: booking.dangerousGoodDescription ?? '',
    reference: isCopy ? '' : (booking.reference ?? ''),
    promoCode: isCopy ? '' : (booking.promoCode ?? ''),
    insurance: insuranceOf(booking, isCopy),
    insuredValue:
      booking.isInsured && booking.insuredValue != null ? writeNumber(booking.insuredValue) : '',
    references: isCopy ? [] : referenceDrafts([], booking.customer?.references ?? []),
    sender: partyOf(booking.fromAddress),
    receiver: partyOf(booking.toAddress),
    pickupDate: (ready || closing).slice(0, 10),
    pickupReadyTime: ready.slice(11),
    businessClosingTime: closing.slice(11),
    specialInstructions: booking.specialInstructions ?? '',
    deliveryInstructions: booking.deliveryInstructions ?? '',
    service: serviceOf(booking),
  };
}
