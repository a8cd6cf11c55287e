// The document in the frame: Stripe's card element, which turns a card into a payment method.
import {
  loadScript,
  place,
  Refused,
  serveCardForm,
  type CardLook,
  type Mount,
} from '@waybill/plugin/card-frame';
import type { StripeConstructor, StripeElementStyle, StripeError } from './stripe-js.ts';

/** Stripe wants it from here, never from a copy. */
const SCRIPT = 'https://js.stripe.com/v3/';

const styleOf = ({ text, muted, danger, fontSize }: CardLook): StripeElementStyle => ({
  base: {
    color: text,
    iconColor: muted,
    fontFamily: 'system-ui, sans-serif',
    fontSize: `${fontSize}px`,
    '::placeholder': { color: muted },
  },
  invalid: { color: danger, iconColor: danger },
});

/** User-facing errors only, not a wrong key. */
const refusal = (error: StripeError): Error =>
  error.type === 'card_error' || error.type === 'validation_error'
    ? new Refused(error.message)
    : new Error(error.message);

export const mount: Mount = async (begin, tell) => {
  await loadScript(SCRIPT);
  const { Stripe } = globalThis as unknown as { Stripe: StripeConstructor };
  const stripe = Stripe(begin.tokenizationKey, { locale: begin.language });
  const card = stripe
    .elements()
    .create('card', { style: styleOf(begin.look), hidePostalCode: true, disableLink: true });
  const { box, focused } = place();
  card.on('focus', () => focused(true));
  card.on('blur', () => focused(false));
  card.on('change', ({ complete, brand, error }) =>
    tell({
      isComplete: complete,
      cardType: brand === 'unknown' ? null : brand,
      problem: error?.message ?? null,
    }),
  );
  const stands = new Promise<void>((resolve, reject) => {
    card.on('ready', () => resolve());
    card.on('loaderror', ({ error }) => reject(new Error(error.message)));
  });
  card.mount(box);
  await stands;
  return {
    focus: () => card.focus(),
    look: (look) => card.update({ style: styleOf(look) }),
    nonce: async () => {
      const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card });
      if (error || !paymentMethod)
        throw error ? refusal(error) : new Error('Stripe gave no payment method');
      return {
        nonce: paymentMethod.id,
        cardType: paymentMethod.card?.brand ?? null,
        endsWith: paymentMethod.card?.last4 ?? null,
      };
    },
  };
};

serveCardForm(mount);
