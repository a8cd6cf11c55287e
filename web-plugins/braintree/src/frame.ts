// The document in the frame: Braintree's hosted fields, which turn a card into a payment method
// nonce.
import {
  loadScript,
  place,
  Refused,
  serveCardForm,
  type CardLook,
  type CardState,
  type Mount,
} from '@waybill/plugin/card-frame';
import type { Braintree, BraintreeError, FieldName, FieldsState } from './braintree-web.ts';

/** Braintree names each version of its SDK in the address. */
const SCRIPTS = 'https://js.braintreegateway.com/web/3.136.0/js';
const HEIGHT = '20px';

const stylesOf = ({ text, muted, danger, fontSize }: CardLook) => ({
  input: { color: text, 'font-size': `${fontSize}px`, 'font-family': 'system-ui, sans-serif' },
  '.invalid': { color: danger },
  '::placeholder': { color: muted },
});

/** State of the fields. Braintree gives no messages: invalid fields are marked. */
export function stateOf({ cards, fields }: FieldsState): CardState {
  const [card] = cards;
  return {
    isComplete: Object.values(fields).every(({ isValid }) => isValid),
    cardType: cards.length === 1 && card ? card.type : null,
    problem: null,
  };
}

/** Only input errors are user-facing, not a wrong key. */
const refusal = (error: BraintreeError): Error =>
  error.type === 'CUSTOMER' ? new Refused(error.message) : new Error(error.message);

export const mount: Mount = async (begin, tell) => {
  await Promise.all(
    ['client', 'hosted-fields'].map((name) => loadScript(`${SCRIPTS}/${name}.min.js`)),
  );
  const { braintree } = globalThis as unknown as { braintree: Braintree };
  const client = await braintree.client.create({ authorization: begin.tokenizationKey });
  const places = {
    number: place(begin.labels.number),
    expirationDate: place(begin.labels.expires),
    cvv: place(begin.labels.code),
  };
  // A hosted field is as high as its place.
  for (const { box } of Object.values(places)) box.style.height = `calc(${HEIGHT} + 20px)`;
  const hosted = await braintree.hostedFields.create({
    client,
    styles: stylesOf(begin.look),
    fields: {
      number: { container: places.number.box },
      expirationDate: { container: places.expirationDate.box, placeholder: 'MM/YY' },
      cvv: { container: places.cvv.box },
    },
  });
  for (const event of ['empty', 'notEmpty', 'cardTypeChange', 'validityChange'] as const)
    hosted.on(event, (state) => tell(stateOf(state)));
  hosted.on('focus', ({ emittedBy }) => places[emittedBy].focused(true));
  hosted.on('blur', ({ emittedBy }) => places[emittedBy].focused(false));
  const firstWrong = (): FieldName => {
    const { fields } = hosted.getState();
    return (Object.keys(fields) as FieldName[]).find((name) => !fields[name].isValid) ?? 'number';
  };
  return {
    focus: () => hosted.focus(firstWrong()),
    // Hosted fields keep their initial styles.
    look: () => undefined,
    nonce: async () => {
      try {
        const { nonce, details } = await hosted.tokenize();
        return { nonce, cardType: details.cardType, endsWith: details.lastFour };
      } catch (error) {
        throw refusal(error as BraintreeError);
      }
    },
  };
};

serveCardForm(mount);
