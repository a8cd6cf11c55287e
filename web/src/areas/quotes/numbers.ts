// Numbers of stored drafts, which a reader of another language may open.
import { fromPlain, toPlain } from '@waybill/plugin';
import type { QuoteDraft } from './model.ts';

type Numbered = Pick<QuoteDraft, 'items' | 'insuredValue'>;

const NUMBERS: ReadonlySet<string> = new Set(['quantity', 'length', 'width', 'height', 'weight']);

/** Stored drafts are not checked: members may be missing. */
const mapped = <D extends Partial<Numbered>>(draft: D, map: (text: string) => string): D => ({
  ...draft,
  ...(Array.isArray(draft.items)
    ? {
        items: draft.items.map((item) =>
          Object.fromEntries(
            Object.entries(item).map(([name, value]) => [
              name,
              NUMBERS.has(name) && typeof value === 'string' ? map(value) : value,
            ]),
          ),
        ),
      }
    : {}),
  ...(typeof draft.insuredValue === 'string' ? { insuredValue: map(draft.insuredValue) } : {}),
});

export const toStored = <D extends Partial<Numbered>>(draft: D): D => mapped(draft, toPlain);
export const fromStored = <D extends Partial<Numbered>>(draft: D): D => mapped(draft, fromPlain);
