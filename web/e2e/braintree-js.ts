// Fake of Braintree's SDK at the original URLs.
import type { Page } from './harness.ts';

const SCRIPTS = 'https://js.braintreegateway.com';
const ASSETS = 'https://assets.braintreegateway.com';

/** Braintree's test cards. */
export const BRAINTREE_CARDS = { visa: '4111111111111111', declined: '4000111111111115' };

const CLIENT = `
  globalThis.braintree = {
    ...globalThis.braintree,
    client: {
      create: async ({ authorization }) => {
        if (!authorization)
          throw { type: 'MERCHANT', code: 'CLIENT_INVALID_AUTHORIZATION', message: 'Authorization is invalid.' };
        return { authorization };
      },
    },
  };
`;

const HOSTED_FIELDS = `
  globalThis.braintree = {
    ...globalThis.braintree,
    hostedFields: {
      create: ({ fields }) => new Promise((created) => {
        const names = Object.keys(fields);
        const state = Object.fromEntries(names.map((name) => [name,
          { isFocused: false, isEmpty: true, isValid: false, isPotentiallyValid: true }]));
        const values = {};
        const frames = {};
        const ready = new Set();
        const heard = new Map();
        const brand = () => (/^4/.test(values.number ?? '') ? [{ type: 'visa', niceType: 'Visa' }]
          : /^5/.test(values.number ?? '') ? [{ type: 'master-card', niceType: 'Mastercard' }]
          : [{ type: 'visa', niceType: 'Visa' }, { type: 'master-card', niceType: 'Mastercard' }]);
        const told = () => ({ cards: brand(), fields: structuredClone(state) });
        const emit = (event, emittedBy) => (heard.get(event) ?? []).forEach((hear) => hear({ ...told(), emittedBy }));
        const hosted = {
          on: (event, hear) => void heard.set(event, [...(heard.get(event) ?? []), hear]),
          getState: told,
          focus: (name) => frames[name].contentWindow.postMessage({ does: 'focus' }, '${ASSETS}'),
          tokenize: async () => {
            if (!names.every((name) => state[name].isValid))
              throw { type: 'CUSTOMER', code: 'HOSTED_FIELDS_FIELDS_INVALID',
                message: 'Some payment input fields are invalid. Cannot tokenize invalid card fields.' };
            const kind = values.number === '${BRAINTREE_CARDS.declined}' ? 'Declined'
              : brand()[0].type.replace('-', '');
            return { nonce: 'tokencc_nonce_' + kind + '_' + crypto.randomUUID(), type: 'CreditCard',
              details: { cardType: brand()[0].niceType,
                lastFour: values.number.slice(-4), lastTwo: values.number.slice(-2) } };
          },
        };
        addEventListener('message', ({ origin, source, data }) => {
          const name = names.find((one) => frames[one].contentWindow === source);
          if (!name || origin !== '${ASSETS}') return;
          if (data.event === 'ready') {
            ready.add(name);
            if (ready.size === names.length) created(hosted);
          }
          if (data.event === 'input') {
            values[name] = data.value;
            Object.assign(state[name], { isEmpty: data.value === '', isValid: data.isValid });
            emit(data.value === '' ? 'empty' : 'notEmpty', name);
            if (name === 'number') emit('cardTypeChange', name);
            emit('validityChange', name);
          }
          if (data.event === 'focus' || data.event === 'blur') {
            state[name].isFocused = data.event === 'focus';
            emit(data.event, name);
          }
        });
        for (const name of names) {
          const frame = document.createElement('iframe');
          frame.name = 'braintree-hosted-field-' + name;
          frame.title = 'Secure Credit Card Frame - ' + name;
          frame.src = '${ASSETS}/web/3.136.0/html/hosted-fields-frame.min.html#' + name;
          frame.style.cssText = 'border: 0; width: 100%; height: 100%; display: block';
          frames[name] = frame;
          fields[name].container.append(frame);
        }
      }),
    },
  };
`;

const FIELD = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Secure Credit Card Frame</title>
<style>html, body { margin: 0; height: 100%; background: transparent }
  input { border: 0; padding: 0; width: 100%; height: 100%;
    background: transparent; font-size: 14px; color: #555 }</style></head>
<body><input inputmode="numeric"><script>
  const which = location.hash.slice(1);
  const field = document.querySelector('input');
  field.setAttribute('aria-label',
    { number: 'Credit Card Number', expirationDate: 'Expiration Date', cvv: 'CVV' }[which]);
  const rules = { number: /^\\d{16}$/, expirationDate: /^\\d\\d ?\\/ ?\\d\\d$/, cvv: /^\\d{3,4}$/ };
  const say = (event, told = {}) => parent.postMessage({ event, ...told }, '*');
  field.addEventListener('input', () => {
    const value = which === 'number' ? field.value.replaceAll(' ', '') : field.value;
    say('input', { value, isValid: rules[which].test(value) });
  });
  field.addEventListener('focus', () => say('focus'));
  field.addEventListener('blur', () => say('blur'));
  addEventListener('message', ({ data }) => data.does === 'focus' && field.focus());
  say('ready');
</script></body></html>`;

/** Fakes Braintree in this page; returns requested URLs. */
export async function braintreeJs(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`${SCRIPTS}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    return route.fulfill({
      contentType: 'text/javascript',
      body: pathname.endsWith('/client.min.js') ? CLIENT : HOSTED_FIELDS,
    });
  });
  await page.route(`${ASSETS}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: FIELD }),
  );
  return asked;
}

type Hosted = 'number' | 'expirationDate' | 'cvv';
const NAMES = { number: 'Credit Card Number', expirationDate: 'Expiration Date', cvv: 'CVV' };

/** Two frames deep: the plugin's, then Braintree's. */
export const hostedField = (page: Page, name: Hosted) =>
  page
    .frameLocator('iframe[title="Card details"]')
    .frameLocator(`iframe[name="braintree-hosted-field-${name}"]`)
    .getByLabel(NAMES[name]);

export async function typeHosted(page: Page, number: string): Promise<void> {
  for (const [name, text] of [
    ['number', number],
    ['expirationDate', '12/34'],
    ['cvv', '123'],
  ] as const) {
    const field = hostedField(page, name);
    await field.fill('');
    await field.pressSequentially(text);
  }
  // Field state takes three messages.
  await page.waitForTimeout(300);
}
