// Which columns of the list someone chose to see, remembered in their browser.
import { useState } from 'react';
import type { BookingColumn } from './columns.tsx';

const key = 'waybill.bookings.columns';

function read(): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (stored === null || typeof stored !== 'object' || Array.isArray(stored)) return {};
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
  } catch {
    return {}; // Text that is not ours, or storage that is switched off: the columns are as they came.
  }
}

/** Only what differs from the columns' own default is kept, so that a new column is seen by everybody. */
export function useColumnChoice(columns: readonly BookingColumn[]) {
  const [chosen, setChosen] = useState(read);
  const store = (next: Record<string, boolean>) => {
    setChosen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The choice then lasts as long as the page.
    }
  };
  const visibility = Object.fromEntries(columns.map((column) => [column.id, column.fixed || (chosen[column.id] ?? !column.extra)]));
  return {
    visibility,
    chosen,
    /** Takes the place of what was chosen, as a saved view has it. */
    replace: store,
    toggle: (id: string, visible: boolean) => store({ ...chosen, [id]: visible }),
    reset: () => store({}),
    isDefault: Object.keys(chosen).length === 0,
  };
}
