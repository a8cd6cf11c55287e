// Form drafts kept in session storage over a reload.
import { sessionState } from '../api/session.ts';

export interface KeptDraft<V> {
  base: V;
  values: V;
}

/** A draft is never shown to the next user. */
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
      // A draft of an older form merges field by field.
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
