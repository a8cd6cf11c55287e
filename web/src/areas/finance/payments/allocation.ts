// Allocates to the oldest invoices first, unless typed.
import { readNumber } from '@waybill/plugin';
import { fieldText, fromMinor, roundTo, toMinor } from '../../../lib/money.ts';

/** A payable invoice, in payment order. */
export interface Payable {
  id: number;
  outstanding: number;
  /** Proposal limit of a remittance advice. */
  requestedAmount?: number | undefined;
}

export type Typed = ReadonlyMap<number, string>;

/** Keeps typed amounts, then proposes from the remainder. */
export function shareOut(
  paid: number | null,
  payables: readonly Payable[],
  typed: Typed,
  digits: number,
): Map<number, string> {
  const typedAmount = (id: number) => readNumber(typed.get(id) ?? '') ?? 0;
  let left = paid === null ? 0 : toMinor(paid, digits);
  for (const { id } of payables) if (typed.has(id)) left -= toMinor(typedAmount(id), digits);
  const shares = new Map<number, string>();
  for (const { id, outstanding, requestedAmount = outstanding } of payables) {
    const own = typed.get(id);
    if (own !== undefined) {
      shares.set(id, own);
      continue;
    }
    const share = Math.max(
      0,
      Math.min(left, toMinor(Math.min(requestedAmount, outstanding), digits)),
    );
    left -= share;
    shares.set(id, share === 0 ? '' : fieldText(fromMinor(share, digits), digits));
  }
  return shares;
}

export interface Share {
  invoiceId: number;
  amount: number;
}

export function sharesOf(shares: ReadonlyMap<number, string>): Share[] {
  return [...shares].flatMap(([invoiceId, text]) => {
    const amount = readNumber(text);
    return amount === null || amount === 0 ? [] : [{ invoiceId, amount }];
  });
}

export const allocated = (shares: readonly Share[], digits: number): number =>
  fromMinor(
    shares.reduce((sum, { amount }) => sum + toMinor(amount, digits), 0),
    digits,
  );

/** Unallocated amount; negative if over-allocated. */
export const leftOf = (paid: number | null, shares: readonly Share[], digits: number): number =>
  fromMinor(toMinor(paid ?? 0, digits) - toMinor(allocated(shares, digits), digits), digits);

export type ShareProblem = 'number' | 'negative' | 'tooMuch' | 'digits';

/** Validates an allocation. */
export function problemOf(text: string, outstanding: number, digits: number): ShareProblem | null {
  if (text.trim() === '') return null;
  const amount = readNumber(text);
  if (amount === null) return 'number';
  if (amount < 0) return 'negative';
  if (amount > outstanding) return 'tooMuch';
  return roundTo(amount, digits) === amount ? null : 'digits';
}
