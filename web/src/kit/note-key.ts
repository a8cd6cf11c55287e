// Hashes by which lists lead to a part of a record's page, and the key of its field for notes.
import { useEffect, type RefObject } from 'react';
import { bind, useKeys } from './keys.ts';

export const NOTE_HASH = '#note';

/** Opens the page's form. */
export const EDIT_HASH = '#edit';

export function useNoteKey(field: RefObject<HTMLElement | null>): void {
  useKeys([bind('note', () => field.current?.focus())]);
  useEffect(() => {
    if (location.hash === NOTE_HASH) field.current?.focus();
  }, [field]);
}
