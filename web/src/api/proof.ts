// The server's wish that somebody prove once more who they are: asked in a dialog, after which the call is made again.

/** The refusal of a call that wants a fresh proof. */
export const WANTS_PROOF = 3114;

type Answer = (proven: boolean) => void;

let waiting: Answer[] = [];
let isShown = false;
const listeners = new Set<() => void>();

const tell = () => listeners.forEach((listener) => listener());

/** Whether the person has proved it; several calls at once ask once. False where nothing is there to ask. */
export function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting.push(resolve);
    isShown = true;
    tell();
  });
}

/** The person has proved it, or would rather not. */
export function answerProof(proven: boolean): void {
  const answers = waiting;
  waiting = [];
  isShown = false;
  tell();
  for (const answer of answers) answer(proven);
}

export const isProofWanted = () => isShown;

export function subscribeProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
