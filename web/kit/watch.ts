// Listens from the page's first moment to everything that a face does wrong.

export interface Heard {
  errors: string[];
  policy: string[];
  leaves: string[];
}

const LONGEST = 300;
const MOST = 5;

let heard: Heard = { errors: [], policy: [], leaves: [] };
let deaf = false;

const inWords = (value: unknown): string => {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
};

function note(list: keyof Heard, text: string): void {
  const short = text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
  if (!deaf && heard[list].length < MOST && !heard[list].includes(short)) heard[list].push(short);
}

/** What was heard since the last time. */
export function takeHeard(): Heard {
  const taken = heard;
  heard = { errors: [], policy: [], leaves: [] };
  return taken;
}

/** Does something of the kit's own, which no face is to blame for. */
export async function unheard<T>(work: () => Promise<T>): Promise<T> {
  deaf = true;
  try {
    return await work();
  } finally {
    // What the policy refused is told a moment later.
    await new Promise((resolve) => setTimeout(resolve, 20));
    deaf = false;
  }
}

interface NavigateEvent extends Event {
  destination: { url: string; sameDocument: boolean };
}

/** Starts to listen; before any code of the face is there. */
export function watch(): void {
  addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent)
        note('errors', `threw ${inWords(event.error ?? event.message)}`);
      else if (event.target instanceof HTMLElement)
        note(
          'errors',
          `could not load the ${event.target.tagName.toLowerCase()} ${event.target.getAttribute('src') ?? event.target.getAttribute('href') ?? ''}`,
        );
    },
    true,
  );
  addEventListener('unhandledrejection', (event) =>
    note('errors', `left a promise to fail: ${inWords(event.reason)}`),
  );
  document.addEventListener('securitypolicyviolation', (event) => {
    const at = event.sourceFile
      ? ` (${new URL(event.sourceFile, location.href).pathname}:${event.lineNumber})`
      : '';
    note(
      'policy',
      `${event.effectiveDirective} refused ${event.blockedURI || 'what it did'}${event.sample ? ` “${event.sample}”` : ''}${at}`,
    );
  });
  const { error } = console;
  console.error = (...told: unknown[]) => {
    // The shell's own line about a part that failed says again what is heard already.
    if (told[0] !== '[auth] PLUGIN_FAILED')
      note('errors', `wrote to the console: ${told.map(inWords).join(' ')}`);
    error.apply(console, told);
  };
  // The kit never leads its page away, so whoever does is the face.
  const { navigation } = globalThis as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { destination, cancelable } = event as NavigateEvent;
    if (destination.sameDocument) return;
    note('leaves', `leads the page to ${destination.url}`);
    if (cancelable) event.preventDefault();
  });
  window.open = (address) => {
    note('leaves', `opens a window at ${String(address ?? '')}`);
    return null;
  };
}
