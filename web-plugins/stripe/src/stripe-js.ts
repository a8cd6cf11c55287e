// Types of Stripe.js 3, as documented.

export interface StripeError {
  type: string;
  code?: string;
  message?: string;
}

export interface StripePaymentMethod {
  id: string;
  card?: { brand: string; last4: string } | null;
}

export interface StripeCardChange {
  elementType: 'card';
  empty: boolean;
  complete: boolean;
  /** `visa`, …; `unknown` until detected. */
  brand: string;
  error?: StripeError;
}

export interface StripeElementStyle {
  base: Record<string, unknown>;
  invalid: Record<string, unknown>;
}

export interface StripeCardOptions {
  style: StripeElementStyle;
  /** Waybill doesn't collect the billing postcode. */
  hidePostalCode: boolean;
  /** No offer to keep the card with Link. */
  disableLink: boolean;
}

export interface StripeCardElement {
  mount(place: HTMLElement): void;
  focus(): void;
  update(options: Partial<StripeCardOptions>): void;
  on(event: 'ready' | 'focus' | 'blur', listener: () => void): unknown;
  on(event: 'change', listener: (change: StripeCardChange) => void): unknown;
  on(event: 'loaderror', listener: (failure: { error: StripeError }) => void): unknown;
}

export interface StripeClient {
  elements(): { create(type: 'card', options: StripeCardOptions): StripeCardElement };
  createPaymentMethod(details: {
    type: 'card';
    card: StripeCardElement;
  }): Promise<{ paymentMethod?: StripePaymentMethod; error?: StripeError }>;
}

export type StripeConstructor = (
  publishableKey: string,
  options: { locale: string },
) => StripeClient;
