// Re-authentication in a dialog when the server requires it; the call is then retried.

/** The refusal of a call that wants a fresh proof. */
export const WANTS_PROOF = 3114;

type Answer = (proven: boolean) => void;

let waiting: Answer[] = [];
let reasons: readonly string[] = [];
let isShown = false;
let provenAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

const notify = () => listeners.forEach((listener) => listener());

/**
 * True after re-authentication; concurrent calls share one dialog, which names each reason once.
 * A call that was on its way during the last one doesn't ask again. False without a dialog.
 */
export function askForProof(reason: string, sentAt: number): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (sentAt < provenAt) return Promise.resolve(true);
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (reason && !reasons.includes(reason)) reasons = [...reasons, reason];
    isShown = true;
    notify();
  });
}

/** The person has proved it, or would rather not. */
export function answerProof(proven: boolean): void {
  const answers = waiting;
  waiting = [];
  reasons = [];
  isShown = false;
  if (proven) provenAt = performance.now();
  notify();
  for (const answer of answers) answer(proven);
}

export const isProofRequired = () => isShown;

/** Sentences of the server that say what the proof is for. */
export const proofReasons = () => reasons;

export function subscribeProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
