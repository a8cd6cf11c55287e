// Card payments: surcharges, selection, errors.
import { ApiError, words, readNumber } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import { UNANSWERED } from '../../../lib/cards.ts';
import type { Invoice } from '../model.ts';
import { cardName, plainType } from '../../../kit/card-names.ts';
import { fieldText, roundTo } from '../../../lib/money.ts';

export type Surcharge = Schema<'CardSurcharge'>;

export const typeName = (cardType: string): string => cardName(cardType) ?? words(cardType);

/** Per cent; null while the card type is unknown and matters. */
export function percentOf(
  cardType: string | null,
  surcharges: readonly Surcharge[],
): number | null {
  if (surcharges.length === 0) return 0;
  if (cardType === null) return null;
  const own = surcharges.find(
    (one) => one.cardType !== '' && plainType(one.cardType) === plainType(cardType),
  );
  return (own ?? surcharges.find((one) => one.cardType === ''))?.percent ?? 0;
}

export const surchargeOf = (amount: number, percent: number, digits: number): number =>
  roundTo((amount * percent) / 100, digits);

/** The linked invoice, else all. */
export function chosenAtFirst(
  invoices: readonly Pick<Invoice, 'id' | 'outstandingAmount'>[],
  first: number | undefined,
  digits: number,
): Map<number, string> {
  const chosen = invoices.some(({ id }) => id === first)
    ? invoices.filter(({ id }) => id === first)
    : invoices;
  return new Map(
    chosen.map(({ id, outstandingAmount }) => [id, fieldText(outstandingAmount, digits)]),
  );
}

export const isChosen = (text: string | undefined): boolean =>
  text !== undefined && text.trim() !== '' && readNumber(text) !== 0;

/** The same form is already being processed. */
const NONCE_USED = 5144;

/** True if the outcome is unknown: no response, or the provider timed out. */
export function isOpen(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return (
    error.status === 0 || error.status === 429 || error.status >= 500 || error.code === UNANSWERED
  );
}

/** True if a poll leaves the outcome unknown. */
export const isStillOpen = (error: unknown): boolean =>
  isOpen(error) || (error instanceof ApiError && error.code === NONCE_USED);

/** `randomUUID` needs a secure page. */
export function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
