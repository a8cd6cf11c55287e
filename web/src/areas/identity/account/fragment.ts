// Codes of mailed links; the fragment never reaches a server.

export interface MailedCode {
  userId: number;
  code: string;
}

/** Parses the link; null if cut short. */
export function mailedCode(hash: string): MailedCode | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const userId = Number(parts.get('userId'));
  const code = parts.get('code') ?? '';
  return Number.isSafeInteger(userId) && userId > 0 && code !== '' ? { userId, code } : null;
}

/** Token of an impersonation from another host name. */
export const enterToken = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;

/** Removes the code from address bar and history. */
export function forgetFragment(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}
