// Remembers a list's last state for links back from its rows.
const key = (path: string) => `waybill.list.left:${path}`;

export function rememberList(path: string, address: string): void {
  try {
    sessionStorage.setItem(key(path), address);
  } catch {
    // Then the way back leads to the whole list.
  }
}

/** URL the list was left at, else `path`. */
export function leftList(path: string): string {
  try {
    return sessionStorage.getItem(key(path)) ?? path;
  } catch {
    return path;
  }
}
