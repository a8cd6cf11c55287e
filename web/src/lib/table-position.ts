// Remembers list positions for the way back from a detail; the sidebar resets them.
const key = (path: string) => `waybill.table.skip:${path}`;

export const tablePosition = {
  get(path: string): number {
    return Number(sessionStorage.getItem(key(path)) ?? 0) || 0;
  },
  set(path: string, skip: number): void {
    sessionStorage.setItem(key(path), String(skip));
  },
  clear(path: string): void {
    sessionStorage.removeItem(key(path));
  },
};
