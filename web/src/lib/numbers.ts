// Numbers as people type them.

/** Parses a number with or without thousands separators. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replaceAll(/[\s,']/g, '');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}
