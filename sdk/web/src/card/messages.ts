// Messages between page and card frame. The first carries a port for all others.
import type { CardNonce, CardState } from '../contract.ts';

export const BEGIN = 'waybill.card.begin';

/** Page colours as #rrggbb. */
export interface CardLook {
  isDark: boolean;
  text: string;
  muted: string;
  danger: string;
  field: string;
  border: string;
  ring: string;
  /** In pixels. */
  fontSize: number;
}

/** Localised field labels. */
export interface CardLabels {
  card: string;
  number: string;
  expires: string;
  code: string;
}

/** The first message. */
export interface CardBegin {
  type: typeof BEGIN;
  tokenizationKey: string;
  amount: number;
  currency: string;
  language: string;
  direction: 'ltr' | 'rtl';
  look: CardLook;
  labels: CardLabels;
}

export type ToFrame =
  | { type: 'nonce'; id: number }
  | { type: 'focus' }
  | { type: 'look'; look: CardLook };

/** A `message` is the provider's own sentence; null where it gave none. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'failed'; message: string | null }
  | { type: 'state'; state: CardState }
  | { type: 'height'; height: number }
  | { type: 'nonce'; id: number; nonce: CardNonce }
  | { type: 'refused'; id: number; message: string | null };
