// State of the server's reachability, known from the page's own calls.

let isReachable = true;
const listeners = new Set<() => void>();

export const reach = {
  get: () => isReachable,
  set(next: boolean): void {
    if (next === isReachable) return;
    isReachable = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Follows calls. Its functions come with `shell/Connection.tsx`, after the first page. */
export const callWatch: {
  /** A call had no answer, or that of a proxy whose server is away. */
  onFailure?: (() => void) | undefined;
  /** A call begins; returns the function that ends it. */
  begin?: ((isWrite: boolean) => () => void) | undefined;
  /** An error page is shown; returns the function to call when it goes. */
  onPageFailed?: ((error: unknown) => (() => void) | undefined) | undefined;
} = {};

/** True for answers that a proxy gives while the server is away. */
export const isAway = (status: number): boolean => status >= 502 && status <= 504;
