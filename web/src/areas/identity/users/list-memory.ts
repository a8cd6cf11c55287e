// Where the list of users was left, so that the way back from a user leads to the same list.
const key = 'waybill.users.list';
export const usersPath = '/settings/users';

export const listMemory = {
  remember(address: string): void {
    try {
      sessionStorage.setItem(key, address);
    } catch {
      // Then the way back leads to the whole list.
    }
  },
  recall(): string {
    try {
      const kept = sessionStorage.getItem(key) ?? '';
      return kept === usersPath || kept.startsWith(`${usersPath}?`) ? kept : usersPath;
    } catch {
      return usersPath;
    }
  },
};
