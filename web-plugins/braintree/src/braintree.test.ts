// Tests of Braintree's card form: state, nonce, errors.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused, type CardBegin, type CardState } from '@waybill/plugin/card-frame';
import type { BraintreeError, FieldsEvent, TokenizePayload } from './braintree-web.ts';
import { mount, stateOf } from './frame.ts';

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
  tokenizationKey: 'sandbox_1',
  amount: 110,
  currency: 'AUD',
  language: 'en',
  direction: 'ltr',
  look,
  labels: { card: 'Card', number: 'Card number', expires: 'Expires', code: 'Security code' },
} as CardBegin;
const field = (isValid: boolean) => ({
  isFocused: false,
  isEmpty: false,
  isValid,
  isPotentiallyValid: true,
});
const typed = (isValid: boolean, ...types: string[]) =>
  ({
    emittedBy: 'number',
    cards: types.map((type) => ({ type, niceType: type })),
    fields: { number: field(true), expirationDate: field(true), cvv: field(isValid) },
  }) as FieldsEvent;

let tokenized: () => Promise<TokenizePayload>;
let listeners: Map<string, (event: FieldsEvent) => void>;
const focus = vi.fn();
const create = vi.fn();

beforeEach(() => {
  listeners = new Map();
  create.mockImplementation(() =>
    Promise.resolve({
      on: (event: string, listener: (event: FieldsEvent) => void) => listeners.set(event, listener),
      getState: () => typed(false),
      tokenize: () => tokenized(),
      focus,
    }),
  );
  vi.stubGlobal('braintree', {
    client: {
      create: ({ authorization }: { authorization: string }) => Promise.resolve({ authorization }),
    },
    hostedFields: { create },
  });
  vi.spyOn(document.head, 'append').mockImplementation(
    (script) => void (script as HTMLScriptElement).dispatchEvent(new Event('load')),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('a card is complete when every field is right, and of a type when it can be of one alone', () => {
  expect(stateOf(typed(true, 'visa'))).toEqual({
    isComplete: true,
    cardType: 'visa',
    problem: null,
  });
  expect(stateOf(typed(false, 'visa', 'maestro'))).toEqual({
    isComplete: false,
    cardType: null,
    problem: null,
  });
});

test('three labelled fields are made with the page’s key, and the first that is wrong gets the focus', async () => {
  const states: CardState[] = [];
  const fields = await mount(begin, (state) => states.push(state));
  expect([...document.querySelectorAll('.label')].map((label) => label.textContent)).toEqual([
    'Card number',
    'Expires',
    'Security code',
  ]);
  expect(create.mock.lastCall?.[0]).toMatchObject({ client: { authorization: 'sandbox_1' } });
  listeners.get('validityChange')?.(typed(true, 'visa'));
  expect(states).toEqual([{ isComplete: true, cardType: 'visa', problem: null }]);
  fields.focus();
  expect(focus).toHaveBeenCalledWith('cvv');
});

test('a card becomes a nonce; only what the customer typed wrongly is told', async () => {
  const fields = await mount(begin, () => undefined);
  tokenized = () =>
    Promise.resolve({
      nonce: 'tokencc_1',
      type: 'CreditCard',
      details: { cardType: 'Visa', lastFour: '1111', lastTwo: '11' },
    });
  expect(await fields.nonce()).toEqual({ nonce: 'tokencc_1', cardType: 'Visa', endsWith: '1111' });
  const refuse = (type: string) => () =>
    Promise.reject(
      Object.assign(new Error('Some fields are invalid.'), { type, code: 'X' }) as BraintreeError &
        Error,
    );
  tokenized = refuse('CUSTOMER');
  await expect(fields.nonce()).rejects.toBeInstanceOf(Refused);
  tokenized = refuse('MERCHANT');
  await expect(fields.nonce()).rejects.not.toBeInstanceOf(Refused);
});
