// Numbers as people type them.

/** A number as people type it, thousands apart or not; null when it is none. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replaceAll(/[\s,']/g, '');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}
