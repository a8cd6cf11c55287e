// Tests of Stripe's card form: brands and errors.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused, type CardBegin, type CardState } from '@waybill/plugin/card-frame';
import { mount } from './frame.ts';
import type {
  StripeCardChange,
  StripeConstructor,
  StripeError,
  StripePaymentMethod,
} from './stripe-js.ts';

const look = {
  isDark: false,
  text: '#111111',
  muted: '#222222',
  danger: '#ff0000',
  field: '#ffffff',
  border: '#333333',
  ring: '#0000ff',
  fontSize: 14,
};
const begin = {
  type: 'waybill.card.begin',
  tokenizationKey: 'pk_test_1',
  amount: 110,
  currency: 'AUD',
  language: 'de',
  direction: 'ltr',
  look,
  labels: { card: 'Card', number: 'N', expires: 'E', code: 'C' },
} as CardBegin;

type Listeners = Map<string, (payload: never) => void>;
let answer: { paymentMethod?: StripePaymentMethod; error?: StripeError };
let listeners: Listeners;
const stripe = vi.fn<StripeConstructor>();
const update = vi.fn();

beforeEach(() => {
  listeners = new Map();
  stripe.mockImplementation(() => ({
    elements: () => ({
      create: () => ({
        on: (event: string, listener: (payload: never) => void) => listeners.set(event, listener),
        mount: () => listeners.get('ready')?.(undefined as never),
        focus: () => undefined,
        update,
      }),
    }),
    createPaymentMethod: () => Promise.resolve(answer),
  }));
  vi.stubGlobal('Stripe', stripe);
  // The fake script loads immediately.
  vi.spyOn(document.head, 'append').mockImplementation(
    (script) => void (script as HTMLScriptElement).dispatchEvent(new Event('load')),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('what is typed is told with the brand once it is known', async () => {
  const states: CardState[] = [];
  const fields = await mount(begin, (state) => states.push(state));
  expect(stripe).toHaveBeenCalledWith('pk_test_1', { locale: 'de' });
  const change = (one: Partial<StripeCardChange>) =>
    listeners.get('change')?.({
      elementType: 'card',
      empty: false,
      complete: false,
      brand: 'unknown',
      ...one,
    } as never);
  change({});
  change({ brand: 'visa', complete: true });
  change({ brand: 'visa', error: { type: 'validation_error', message: 'Your card has expired.' } });
  expect(states).toEqual([
    { isComplete: false, cardType: null, problem: null },
    { isComplete: true, cardType: 'visa', problem: null },
    { isComplete: false, cardType: 'visa', problem: 'Your card has expired.' },
  ]);
  fields.look({ ...look, isDark: true, text: '#eeeeee' });
  expect(update.mock.lastCall?.[0]).toMatchObject({ style: { base: { color: '#eeeeee' } } });
});

test(
  'a card becomes a payment method; what Stripe refuses of the card is ' +
    'told, what is wrong with the account is not',
  async () => {
    const fields = await mount(begin, () => undefined);
    answer = { paymentMethod: { id: 'pm_1', card: { brand: 'amex', last4: '0005' } } };
    expect(await fields.nonce()).toEqual({ nonce: 'pm_1', cardType: 'amex', endsWith: '0005' });
    answer = { error: { type: 'card_error', message: 'Your card was declined.' } };
    await expect(fields.nonce()).rejects.toEqual(new Refused('Your card was declined.'));
    answer = { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } };
    await expect(fields.nonce()).rejects.not.toBeInstanceOf(Refused);
  },
);
