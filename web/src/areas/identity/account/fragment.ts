// Reads the code of a mailed link from the address's fragment, which no server ever sees.

export interface MailedCode {
  userId: number;
  code: string;
}

/** The link's user and code; null when it was cut short on its way. */
export function mailedCode(hash: string): MailedCode | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const userId = Number(parts.get('userId'));
  const code = parts.get('code') ?? '';
  return Number.isSafeInteger(userId) && userId > 0 && code !== '' ? { userId, code } : null;
}

/** The token of an impersonation that begins on another host name. */
export const enterToken = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;

/** Takes the code out of the address bar and of the browser's history. */
export function forgetFragment(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}
