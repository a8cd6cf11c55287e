// Just enough of version ranges to tell whether a plugin was built for this SDK: exact, ^, ~, >= and *.

type Version = [number, number, number];

function parse(text: string): Version | null {
  const match = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text.trim());
  return match ? [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)] : null;
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

export function satisfies(version: string, range: string): boolean {
  if (range.trim() === '*') return true;
  const [, operator = '', rest = ''] = /^\s*(\^|~|>=)?\s*(.*)$/.exec(range) ?? [];
  const have = parse(version);
  const want = parse(rest);
  if (!have || !want || compare(have, want) < 0) return false;
  if (operator === '>=') return true;
  if (operator === '~') return have[0] === want[0] && have[1] === want[1];
  if (operator === '^') return want[0] > 0 ? have[0] === want[0] : have[0] === 0 && have[1] === want[1];
  return compare(have, want) === 0;
}
