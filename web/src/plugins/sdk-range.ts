// Whether a plugin was built for this SDK; a range that cannot be read fits nothing.
import { satisfies } from 'compare-versions';

export function fitsSdk(version: string, range: string): boolean {
  try {
    return range.trim() === '*' || satisfies(version, range);
  } catch {
    return false;
  }
}
