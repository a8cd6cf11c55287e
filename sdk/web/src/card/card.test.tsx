// Tests of card frames: origin checks and state.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CardFields, CardState } from '@waybill/plugin';
import { ProviderCardForm } from './CardForm.tsx';
import { Refused, serveCardForm, type Mount } from './frame.ts';
import { BEGIN, type CardBegin, type FromFrame, type ToFrame } from './messages.ts';

const state: CardState = { isComplete: true, cardType: 'visa', problem: null };

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  );
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const begin = {
  type: BEGIN,
  tokenizationKey: 'pk_1',
  amount: 1,
  currency: 'AUD',
  language: 'de',
  direction: 'ltr',
  look: {
    isDark: true,
    text: '#fff',
    field: '#000',
    border: '#111',
    ring: '#222',
    muted: '#333',
    danger: '#f00',
    fontSize: 14,
  },
  labels: { card: '', number: '', expires: '', code: '' },
} satisfies CardBegin;

function startFrame(mount: Mount, origin = location.origin, source: unknown = {}) {
  const parent = {};
  vi.stubGlobal('parent', parent);
  serveCardForm(mount);
  const messages: FromFrame[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }) => void messages.push(data as FromFrame));
  port1.start();
  const event = new Event('message');
  Object.assign(event, {
    data: begin,
    origin,
    source: source === null ? parent : source,
    ports: [port2],
  });
  window.dispatchEvent(event);
  return { messages, say: (message: ToFrame) => port1.postMessage(message) };
}

test('a frame begins for its own page and for nobody else', async () => {
  const mount = vi.fn<Mount>(() =>
    Promise.resolve({
      nonce: () => Promise.reject(new Refused('Your card number is wrong.')),
      focus: () => undefined,
      look: () => undefined,
    }),
  );
  startFrame(mount, 'https://evil.example', null);
  startFrame(mount, location.origin, {});
  expect(mount).not.toHaveBeenCalled();
  const { messages, say } = startFrame(mount, location.origin, null);
  await vi.waitFor(() => expect(messages).toContainEqual({ type: 'ready' }));
  expect([document.documentElement.lang, document.documentElement.style.colorScheme]).toEqual([
    'de',
    'dark',
  ]);
  say({ type: 'nonce', id: 7 });
  await vi.waitFor(() =>
    expect(messages).toContainEqual({
      type: 'refused',
      id: 7,
      message: 'Your card number is wrong.',
    }),
  );
});

test('an error that is not for people says no words', async () => {
  const { messages } = startFrame(
    () => Promise.reject(new Error('Invalid API Key provided')),
    location.origin,
    null,
  );
  await vi.waitFor(() => expect(messages).toContainEqual({ type: 'failed', message: null }));
});

function show(
  over: {
    onReady?: (fields: CardFields | null) => void;
    onChange?: (state: CardState) => void;
  } = {},
) {
  const props = {
    tokenizationKey: 'pk_1',
    amount: 1,
    currency: 'AUD',
    isLocked: false,
    onReady: () => undefined,
    onChange: () => undefined,
    ...over,
  };
  render(<ProviderCardForm plugin="till" of={props} />);
  const frame = screen.getByTitle<HTMLIFrameElement>('Card details');
  const transfers: { begin: CardBegin; origin: string; port: MessagePort }[] = [];
  Object.defineProperty(frame, 'contentWindow', {
    value: {
      postMessage: (data: CardBegin, origin: string, [port]: [MessagePort]) =>
        transfers.push({ begin: data, origin, port }),
    },
  });
  fireEvent.load(frame);
  const [first] = transfers;
  if (!first) throw new Error('The page did not begin.');
  return { frame, ...first };
}

test('the page begins at its own origin and passes on what is typed', async () => {
  const [onReady, onChange] = [vi.fn<(fields: CardFields | null) => void>(), vi.fn()];
  const { frame, begin: sent, origin, port } = show({ onReady, onChange });
  expect([frame.getAttribute('src'), origin, sent.tokenizationKey]).toEqual([
    '/plugins/till/frame',
    location.origin,
    'pk_1',
  ]);
  port.postMessage({ type: 'ready' });
  await vi.waitFor(() => expect(onReady).toHaveBeenCalled());
  await act(async () => {
    port.postMessage({ type: 'state', state: { ...state, problem: 'The card has expired.' } });
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  });
  expect(screen.getByRole('alert')).toHaveTextContent('The card has expired.');
  const fields = onReady.mock.lastCall?.[0];
  port.addEventListener('message', ({ data }) =>
    port.postMessage(
      (data as ToFrame).type === 'nonce'
        ? {
            type: 'nonce',
            id: (data as { id: number }).id,
            nonce: { nonce: 'pm_1', cardType: 'visa', endsWith: '4242' },
          }
        : { type: 'ready' },
    ),
  );
  port.start();
  expect(await fields?.nonce()).toEqual({ nonce: 'pm_1', cardType: 'visa', endsWith: '4242' });
});

test('a form that fails says so and is tried again with a new frame', async () => {
  const { frame, port } = show();
  port.postMessage({ type: 'failed', message: null });
  await screen.findByText('The card form could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(screen.getByTitle('Card details')).not.toBe(frame);
});
