// Fake of Stripe.js at the original URLs.
import type { Page } from './harness.ts';

const ORIGIN = 'https://js.stripe.com';

/** Stripe's test cards. */
export const CARDS = {
  visa: '4242424242424242',
  amex: '378282246310005',
  noFunds: '4000000000009995',
  processing: '4000000000000077',
  threeDSecure: '4000002760003184',
};
const KINDS = {
  [CARDS.noFunds]: 'InsufficientFunds',
  [CARDS.processing]: 'Processing',
  [CARDS.threeDSecure]: 'Authentication',
  [CARDS.amex]: 'amex',
};

const SCRIPT = `
  globalThis.Stripe = (key, options) => {
    if (!/^pk_(test|live)_/.test(key)) throw new Error('Invalid API Key provided: ' + key);
    const elements = () => ({
      create: (type, { style }) => {
        const heard = new Map();
        const waiting = [];
        let frame = null;
        const emit = (event, told) => (heard.get(event) ?? []).forEach((hear) => hear(told));
        addEventListener('message', ({ source, origin, data }) => {
          if (!frame || source !== frame.contentWindow || origin !== '${ORIGIN}') return;
          if (data.event === 'token') waiting.shift()?.(data.told);
          else emit(data.event, { elementType: type, ...data.told });
        });
        const say = (message) => frame.contentWindow.postMessage(message, '${ORIGIN}');
        return {
          on: (event, hear) => void heard.set(event, [...(heard.get(event) ?? []), hear]),
          mount: (place) => {
            frame = document.createElement('iframe');
            frame.title = 'Secure card payment input frame';
            frame.src = '${ORIGIN}/v3/elements-inner-card.html#' + encodeURIComponent(JSON.stringify(style.base));
            frame.style.cssText = 'border: 0; width: 100%; height: 24px; display: block';
            place.append(frame);
          },
          update: ({ style }) => say({ does: 'style', base: style.base }),
          focus: () => say({ does: 'focus' }),
          token: () => new Promise((resolve) => (waiting.push(resolve), say({ does: 'token' }))),
        };
      },
    });
    const createPaymentMethod = async ({ type, card }) =>
      (type === 'card' ? card.token() : { error: { type: 'invalid_request_error', message: 'type' } });
    return { elements, createPaymentMethod };
  };
`;

const FIELDS = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Secure card payment input frame</title>
<style>html, body { margin: 0; background: transparent } form { display: flex; gap: 6px }
  input { border: 0; padding: 0; height: 24px; min-width: 0;
    background: transparent; font-size: inherit; font-family: inherit; color: inherit }
  [name=cardnumber] { flex: 1 } [name=exp-date] { width: 4.2em } [name=cvc] { width: 3em }
  ::placeholder { color: inherit; opacity: .75 }</style></head>
<body><form>
  <input name="cardnumber" aria-label="Credit or debit card number"
    placeholder="Card number" autocomplete="cc-number" inputmode="numeric">
  <input name="exp-date" aria-label="Credit or debit card expiration date"
    placeholder="MM / YY" autocomplete="cc-exp" inputmode="numeric">
  <input name="cvc" aria-label="Credit or debit card CVC/CVV"
    placeholder="CVC" autocomplete="cc-csc" inputmode="numeric">
</form><script>
  const kinds = ${JSON.stringify(KINDS)};
  const [number, expires, code] = document.querySelectorAll('input');
  const plain = () => number.value.replaceAll(' ', '');
  const brand = () => (plain()[0] === '4' ? 'visa'
    : /^3[47]/.test(plain()) ? 'amex' : plain()[0] === '5' ? 'mastercard' : 'unknown');
  const say = (event, told = {}) => parent.postMessage({ event, told }, '*');
  const dress = (base) => Object.assign(document.body.style,
    { color: base.color, fontSize: base.fontSize, fontFamily: base.fontFamily });
  const error = () => (plain().length >= 15 && brand() === 'unknown'
    ? { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' } : undefined);
  const complete = () =>
    plain().length >= 15 && brand() !== 'unknown'
    && /^\\d\\d ?\\/ ?\\d\\d$/.test(expires.value) && /^\\d{3,4}$/.test(code.value);
  addEventListener('input', () =>
    say('change', { empty: plain() === '', complete: complete(), brand: brand(), error: error() }));
  addEventListener('focusin', () => say('focus'));
  addEventListener('focusout', () => say('blur'));
  addEventListener('message', ({ data }) => {
    if (data.does === 'style') dress(data.base);
    if (data.does === 'focus') [number, expires, code].find((field) => field.value === '')?.focus();
    if (data.does !== 'token') return;
    const id = 'pm_' + (kinds[plain()] ?? 'card') + '_' + crypto.randomUUID().replaceAll('-', '');
    say('token', complete()
      ? { paymentMethod: { id, type: 'card', card: { brand: brand(), last4: plain().slice(-4) } } }
      : { error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' } });
  });
  dress(JSON.parse(decodeURIComponent(location.hash.slice(1))));
  say('ready');
</script></body></html>`;

/** Fakes Stripe in this page; returns requested URLs. */
export async function stripeJs(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    return pathname === '/v3/'
      ? route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
      : route.fulfill({ contentType: 'text/html', body: FIELDS });
  });
  return asked;
}

/** Two frames deep: the plugin's, then Stripe's. */
export const cardFields = (page: Page) =>
  page.frameLocator('iframe[title="Card details"]').frameLocator('iframe');

export async function typeCard(page: Page, number: string): Promise<void> {
  const field = cardFields(page).getByLabel('Credit or debit card number');
  await field.fill('');
  await field.pressSequentially(number);
  await page.keyboard.press('Tab');
  await page.keyboard.type('12/34');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  // Field state takes three messages.
  await page.waitForTimeout(300);
}
