// Where the list was left, so that the way back from a booking leads to the same list.
const key = 'waybill.bookings.list';
const fallback = '/bookings';

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
      return sessionStorage.getItem(key) ?? fallback;
    } catch {
      return fallback;
    }
  },
};
