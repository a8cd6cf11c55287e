// Watches a front end for errors from the first moment.

export interface ObservedErrors {
  errors: string[];
  policy: string[];
  leaves: string[];
}

const LONGEST = 300;
const MAX_ERRORS = 5;

let observed: ObservedErrors = { errors: [], policy: [], leaves: [] };
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

function note(list: keyof ObservedErrors, text: string): void {
  const short = text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
  if (!deaf && observed[list].length < MAX_ERRORS && !observed[list].includes(short))
    observed[list].push(short);
}

export function takeErrors(): ObservedErrors {
  const previous = observed;
  observed = { errors: [], policy: [], leaves: [] };
  return previous;
}

/** Runs kit code without attributing errors to the front end. */
export async function runUnwatched<T>(work: () => Promise<T>): Promise<T> {
  deaf = true;
  try {
    return await work();
  } finally {
    // CSP violations are reported asynchronously.
    await new Promise((resolve) => setTimeout(resolve, 20));
    deaf = false;
  }
}

interface NavigateEvent extends Event {
  destination: { url: string; sameDocument: boolean };
}

export function watch(): void {
  addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent)
        note('errors', `threw ${inWords(event.error ?? event.message)}`);
      else if (event.target instanceof HTMLElement)
        note(
          'errors',
          `could not load the ${event.target.tagName.toLowerCase()} ${
            event.target.getAttribute('src') ?? event.target.getAttribute('href') ?? ''
          }`,
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
      `${event.effectiveDirective} refused ${event.blockedURI || 'what it did'}${
        event.sample ? ` “${event.sample}”` : ''
      }${at}`,
    );
  });
  const { error } = console;
  console.error = (...values: unknown[]) => {
    // The shell's log of a failed part duplicates the error.
    if (values[0] !== '[auth] PLUGIN_FAILED')
      note('errors', `wrote to the console: ${values.map(inWords).join(' ')}`);
    error.apply(console, values);
  };
  // The kit never navigates, so the front end did.
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
