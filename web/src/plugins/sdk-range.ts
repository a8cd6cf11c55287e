// True if a plugin fits this SDK; invalid ranges never do.
import { satisfies } from 'compare-versions';

export function fitsSdk(version: string, range: string): boolean {
  try {
    return range.trim() === '*' || satisfies(version, range);
  } catch {
    return false;
  }
}
