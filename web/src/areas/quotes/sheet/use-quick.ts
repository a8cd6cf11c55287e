// Typed goods: priced as soon as they are complete, added by Enter or by booking.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from '@waybill/plugin/forms';
import { withItem, type ItemDraft } from '../../../kit/goods/items.ts';
import { readQuick } from '../../../kit/goods/quick.ts';
import { packageTypesQuery } from '../../../lib/package-types.ts';
import { isComplete } from '../draft.ts';
import type { QuoteDraft } from '../model.ts';

export interface Quick {
  text: string;
  /** In English, for t(). */
  problem: string | null;
  setText: (text: string) => void;
  /** One piece of the usual package, before a product fills it. */
  blank: () => ItemDraft;
  add: (item: ItemDraft) => void;
  /** Adds the typed goods; false if they cannot be read. */
  commit: () => boolean;
  /** The draft with the typed goods, once they are complete. */
  withTyped: (draft: QuoteDraft) => QuoteDraft;
}

export function useQuick(form: UseFormReturn<QuoteDraft>): Quick {
  const types = useQuery(packageTypesQuery).data?.map(({ name }) => name) ?? [];
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const read = (typed: string) =>
    readQuick(typed, types, form.getValues('items').at(-1)?.packageType ?? '');
  const add = (item: ItemDraft) => {
    form.setValue('items', withItem(form.getValues('items'), item), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
    setText('');
    setProblem(null);
  };
  const typedItem = text.trim() === '' ? null : read(text).item;
  return {
    text,
    problem,
    setText: (typed) => {
      setText(typed);
      setProblem(null);
    },
    blank: () => read('1').item as ItemDraft,
    add,
    commit: () => {
      const found = read(text);
      if (found.item) add(found.item);
      else setProblem(found.problem);
      return found.item !== null;
    },
    withTyped: (draft) =>
      typedItem && isComplete(typedItem)
        ? { ...draft, items: withItem(draft.items, typedItem) }
        : draft,
  };
}
