// Form drafts kept in session storage over a reload.
import { sessionState } from '../api/session.ts';

export interface KeptDraft<V> {
  /** Initial values. */
  base: V;
  values: V;
}

/** One person's draft is never shown to the next who signs in here. */
const keyOf = (name: string) => `waybill.draft:${sessionState().data?.user.id ?? ''}:${name}`;

export const formDraft = {
  keep<V>(name: string, draft: KeptDraft<V>): void {
    try {
      sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
    } catch {
      // Without storage a reload loses the draft; the browser warns.
    }
  },
  read<V>(name: string): KeptDraft<V> | null {
    try {
      const draft: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null');
      // Only this page writes the key; a draft of an older version of the form merges field by
      // field.
      return draft !== null && typeof draft === 'object' && 'base' in draft && 'values' in draft
        ? (draft as KeptDraft<V>)
        : null;
    } catch {
      return null;
    }
  },
  drop(name: string): void {
    try {
      sessionStorage.removeItem(keyOf(name));
    } catch {
      // Nothing was kept then.
    }
  },
};
