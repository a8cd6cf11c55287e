// Frame side of a card form: a provider's fields in a separate document that talks to its page.
import type { CardNonce, CardState } from '../contract.ts';
import { BEGIN, type CardBegin, type CardLook, type FromFrame, type ToFrame } from './messages.ts';

export type { CardBegin, CardLook } from './messages.ts';
export type { CardNonce, CardState } from '../contract.ts';

/** Mounted provider fields. */
export interface ProviderFields {
  nonce(): Promise<CardNonce>;
  focus(): void;
  /** The page went light or dark. */
  look(look: CardLook): void;
}

/** Mounts the provider's fields; calls `tell` on each change. */
export type Mount = (begin: CardBegin, tell: (state: CardState) => void) => Promise<ProviderFields>;

/** Providers' frames are light: in a dark place browsers would put white below them. */
const STYLE = `
  body { margin: 0; padding: 3px; font: var(--size) / 1.4 system-ui, sans-serif; color: var(--text); }
  form { display: grid; gap: 10px; grid-template-columns: 1fr 1fr; margin: 0; }
  .field:first-child { grid-column: 1 / -1; }
  .label { display: block; margin-bottom: 4px; font-weight: 500; }
  .box { box-sizing: border-box; padding: 9px 11px; border: 1px solid var(--border);
    border-radius: 6px; background: var(--field); color-scheme: light; }
  .box.is-focused { outline: 2px solid var(--ring); outline-offset: -1px; }
`;

/** An error with the provider's own sentence, which people may read. */
export class Refused extends Error {}

const sentence = (error: unknown) =>
  error instanceof Refused && error.message ? error.message : null;

function dress({ isDark, text, field, border, ring, fontSize }: CardLook): void {
  const { style } = document.documentElement;
  // A colour scheme other than the page's gives the frame an opaque background.
  style.colorScheme = isDark ? 'dark' : 'light';
  for (const [name, value] of Object.entries({ text, field, border, ring, size: `${fontSize}px` }))
    style.setProperty(`--${name}`, value);
}

/** A place for a provider's field, styled as the page's own. */
export function place(label?: string): { box: HTMLElement; focused: (is: boolean) => void } {
  const form =
    document.querySelector('form') ?? document.body.appendChild(document.createElement('form'));
  const field = form.appendChild(document.createElement('div'));
  field.className = 'field';
  if (label) {
    const caption = field.appendChild(document.createElement('span'));
    caption.className = 'label';
    caption.textContent = label;
  }
  const box = field.appendChild(document.createElement('div'));
  box.className = 'box';
  return { box, focused: (is) => void box.classList.toggle('is-focused', is) };
}

/** Loads a provider script; the CSP limits its origin. */
export function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${address} could not be loaded`)));
    document.head.append(script);
  });
}

/** Mounts once; a restarted page gets the existing fields. */
function serving(mount: Mount): (begin: CardBegin, port: MessagePort) => void {
  let port: MessagePort | null = null;
  let standing: Promise<ProviderFields> | null = null;
  let state: CardState | null = null;
  const say = (message: FromFrame) => port?.postMessage(message);
  const height = () => say({ type: 'height', height: document.body.offsetHeight });
  const receive = (fields: ProviderFields, message: ToFrame) => {
    if (message.type === 'focus') fields.focus();
    if (message.type === 'look') {
      dress(message.look);
      fields.look(message.look);
    }
    if (message.type === 'nonce') {
      const { id } = message;
      fields.nonce().then(
        (nonce) => say({ type: 'nonce', id, nonce }),
        (error: unknown) => say({ type: 'refused', id, message: sentence(error) }),
      );
    }
  };
  const start = (begin: CardBegin) => {
    document.documentElement.lang = begin.language;
    document.documentElement.dir = begin.direction;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    document.adoptedStyleSheets = [sheet];
    dress(begin.look);
    new ResizeObserver(height).observe(document.body);
    return mount(begin, (cardState) => {
      state = cardState;
      say({ type: 'state', state });
    });
  };
  return (begin, newPort) => {
    port = newPort;
    standing ??= start(begin);
    standing.then(
      (fields) => {
        if (port !== newPort) return;
        newPort.addEventListener('message', ({ data }: MessageEvent<ToFrame>) =>
          receive(fields, data),
        );
        newPort.start();
        say({ type: 'ready' });
        height();
        if (state) say({ type: 'state', state });
      },
      (error: unknown) => say({ type: 'failed', message: sentence(error) }),
    );
  };
}

/** Responds only to the embedding page of the same origin. */
export function serveCardForm(mount: Mount): void {
  const serve = serving(mount);
  addEventListener('message', (event: MessageEvent) => {
    if (
      event.origin !== location.origin ||
      event.source !== window.parent ||
      window.parent === window
    )
      return;
    const begin = event.data as CardBegin | null;
    const [port] = event.ports;
    if (begin?.type === BEGIN && port) serve(begin, port);
  });
}
