// Re-authentication in a dialog when the server requires it; the call is then retried.

/** The refusal of a call that wants a fresh proof. */
export const WANTS_PROOF = 3114;

type Answer = (proven: boolean) => void;

let waiting: Answer[] = [];
let isShown = false;
const listeners = new Set<() => void>();

const notify = () => listeners.forEach((listener) => listener());

/** True after re-authentication; concurrent calls share one dialog. False without a dialog. */
export function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting.push(resolve);
    isShown = true;
    notify();
  });
}

/** The person has proved it, or would rather not. */
export function answerProof(proven: boolean): void {
  const answers = waiting;
  waiting = [];
  isShown = false;
  notify();
  for (const answer of answers) answer(proven);
}

export const isProofRequired = () => isShown;

export function subscribeProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
