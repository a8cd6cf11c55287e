// Types of Braintree's JavaScript SDK 3, as documented.

export type FieldName = 'number' | 'expirationDate' | 'cvv';

export interface FieldState {
  isFocused: boolean;
  isEmpty: boolean;
  isValid: boolean;
  isPotentiallyValid: boolean;
}

export interface FieldsState {
  /** The kinds that the number may still be of, the likeliest first. */
  cards: { type: string; niceType: string }[];
  fields: Record<FieldName, FieldState>;
}

export interface FieldsEvent extends FieldsState {
  /** The field that it happened in. */
  emittedBy: FieldName;
}

export interface BraintreeError {
  /** `CUSTOMER` is user-facing; `MERCHANT`, `NETWORK`, `INTERNAL`, `UNKNOWN` are not. */
  type: string;
  code: string;
  message: string;
}

export interface TokenizePayload {
  nonce: string;
  type: string;
  details: { cardType: string; lastFour: string; lastTwo: string };
}

export interface HostedFields {
  on(
    event: 'focus' | 'blur' | 'empty' | 'notEmpty' | 'cardTypeChange' | 'validityChange',
    listener: (event: FieldsEvent) => void,
  ): void;
  getState(): FieldsState;
  tokenize(): Promise<TokenizePayload>;
  focus(field: FieldName): void;
}

export interface HostedFieldsOptions {
  client: unknown;
  styles: Record<string, Record<string, string>>;
  fields: Record<FieldName, { container: HTMLElement; placeholder?: string }>;
}

export interface Braintree {
  client: { create(options: { authorization: string }): Promise<unknown> };
  hostedFields: { create(options: HostedFieldsOptions): Promise<HostedFields> };
}
