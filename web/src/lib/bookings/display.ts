// Texts of a booking: places, contacts, items, prices.
import type { Address, Amount, Booking } from './model.ts';

/** "Richmond VIC 3121", as far as available. */
export function placeText(address: Address | null | undefined): string {
  if (!address) return '';
  return [address.suburb, address.stateCode || address.state, address.postCode]
    .filter(Boolean)
    .join(' ');
}

export function partyText(address: Address | null | undefined): string {
  return address?.companyName || address?.contactName || '';
}

export function customerText(customer: Booking['customer']): string {
  return customer?.companyName || customer?.customerName || customer?.contactName || '';
}

/** The consignment number, else the booking's number. */
export function bookingName(booking: Pick<Booking, 'id' | 'consignmentId'>): string {
  return booking.consignmentId ? String(booking.consignmentId) : `#${booking.id}`;
}

export function pieces(booking: Pick<Booking, 'items'>): number {
  return (booking.items ?? []).reduce((sum, item) => sum + (item.quantity || 0), 0);
}

export function amountTotal(amount: Amount | null | undefined): number | null {
  return amount?.total ?? null;
}

export function amountWithoutTax(amount: Amount | null | undefined): number | null {
  return amount?.taxExclusiveAmount ?? null;
}

/** Sale price; a booking without carrier has none, despite its zero. */
export const sellPrice = (booking: Booking): number | null =>
  booking.carrier ? amountTotal(booking.pricingDetail?.total) : null;
export const costPrice = (booking: Booking): number | null =>
  booking.carrier ? amountTotal(booking.pricingDetail?.carrierTotal) : null;

/** Margin on the price before tax in percent; null if unknown. Insurance is excluded. */
export function marginShare(booking: Booking): number | null {
  const cost = booking.carrier ? amountWithoutTax(booking.pricingDetail.carrierTotal) : null;
  const sell =
    (amountWithoutTax(booking.pricingDetail.total) ?? 0) -
    (amountWithoutTax(booking.pricingDetail.insurance) ?? 0);
  return cost === null || sell <= 0 ? null : ((sell - cost) / sell) * 100;
}

/** "Own fleet · Express"; `name` maps carrier codes to names. */
export function carrierText(
  booking: Pick<Booking, 'carrier' | 'carrierServiceName'>,
  name: (code: string) => string,
): string {
  return [booking.carrier ? name(booking.carrier) : '', booking.carrierServiceName]
    .filter(Boolean)
    .join(' · ');
}
