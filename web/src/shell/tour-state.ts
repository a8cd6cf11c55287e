// State of the tour: requested from the palette or not.
const listeners = new Set<() => void>();
let isAsked = false;

export const tour = {
  isAsked: () => isAsked,
  ask: (wanted: boolean) => {
    isAsked = wanted;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
