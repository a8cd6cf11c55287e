// Which columns of a list someone chose to see, remembered in their browser under the list's own key.
import { useState } from 'react';

export interface ChosenColumn {
  id: string;
  /** Cannot be hidden. */
  fixed?: boolean;
  /** Not shown until somebody chooses it. */
  extra?: boolean;
}

function read(key: string): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (stored === null || typeof stored !== 'object' || Array.isArray(stored)) return {};
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
  } catch {
    return {}; // Text that is not ours, or storage that is switched off: the columns are as they came.
  }
}

/** Only what differs from the columns' own default is kept, so that a new column is seen by everybody. */
export function useColumnChoice(key: string, columns: readonly ChosenColumn[]) {
  const [chosen, setChosen] = useState(() => read(key));
  const store = (next: Record<string, boolean>) => {
    setChosen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The choice then lasts as long as the page.
    }
  };
  const isShown = (column: ChosenColumn) => column.fixed || (chosen[column.id] ?? !column.extra);
  return {
    shown: new Set(columns.filter(isShown).map((column) => column.id)),
    choose: (ids: readonly string[]) => {
      const changed = columns.filter((column) => !column.fixed && ids.includes(column.id) !== !column.extra);
      store(Object.fromEntries(changed.map((column) => [column.id, ids.includes(column.id)])));
    },
    reset: () => store({}),
    isDefault: Object.keys(chosen).length === 0,
  };
}
