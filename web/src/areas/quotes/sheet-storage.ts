// The sheet, kept in this tab over reloads.
import { useEffect, useRef, useState } from 'react';
import { formDraft } from '../../kit/form-draft.ts';
import { emptyDraft, type QuoteDraft } from './model.ts';
import { fromStored, toStored } from './numbers.ts';
import type { QuoteSearch } from './search.ts';

export interface KeptSheet {
  draft: QuoteDraft;
  /** Booking saved from the sheet. */
  savedId: number | null;
}

/** Draft key by entry point. */
export const sheetName = ({ customer, booking, copy }: QuoteSearch): string =>
  `sheet:${booking ? `booking:${booking}` : copy ? `copy:${copy}` : customer ? `customer:${customer}` : 'new'}`;

/** Fills in fields added since. */
export function readSheet(name: string): KeptSheet | null {
  const storedSheet = formDraft.read<KeptSheet>(name)?.values;
  return storedSheet
    ? {
        draft: { ...emptyDraft(null), ...fromStored(storedSheet.draft) },
        savedId: storedSheet.savedId,
      }
    : null;
}

export function keepSheet(name: string, { draft, savedId }: KeptSheet): void {
  const sheet = { draft: toStored(draft), savedId };
  formDraft.keep(name, { base: sheet, values: sheet });
}

const PAUSE = 400;

/** Saves on change and unload; returns the last save time. */
export function useKeptSheet(name: string, sheet: KeptSheet, isChanged: boolean): Date | null {
  const [keptAt, setKeptAt] = useState<Date | null>(null);
  const text = JSON.stringify(sheet);
  const latest = useRef({ sheet, isChanged });
  latest.current = { sheet, isChanged };
  useEffect(() => {
    if (!isChanged) {
      formDraft.drop(name);
      return setKeptAt(null);
    }
    const timer = setTimeout(() => {
      keepSheet(name, JSON.parse(text) as KeptSheet);
      setKeptAt(new Date());
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [name, text, isChanged]);
  useEffect(() => {
    const now = () => {
      if (latest.current.isChanged) keepSheet(name, latest.current.sheet);
    };
    addEventListener('pagehide', now);
    return () => {
      removeEventListener('pagehide', now);
      now();
    };
  }, [name]);
  return keptAt;
}
