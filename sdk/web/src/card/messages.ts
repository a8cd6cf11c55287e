// What a page and the card fields in a frame of it say to each other. The first message goes to the frame with a port,
// over which all others go.
import type { CardNonce, CardState } from '../contract.ts';

export const BEGIN = 'waybill.card.begin';

/** How the page looks, in colours that every provider takes: #rrggbb. */
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

/** What the fields are called, in the reader's language. */
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
