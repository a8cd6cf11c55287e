// Consignments that are made again and again, kept as views of the sheet: one's own, and those that others share.
import type { SavedView } from '../../kit/views/queries.ts';
import { valueOf } from '../../kit/views/queries.ts';
import { emptyDraft, type QuoteDraft } from './model.ts';

/** What the server keeps them as. */
export const TEMPLATES = 'quotes.sheet';

const KEPT = [
  'to',
  'receiver',
  'items',
  'options',
  'isDangerousGood',
  'dangerousGoodUNCode',
  'dangerousGoodPackageType',
  'dangerousGoodDescription',
  'insurance',
  'insuredValue',
  'deliveryInstructions',
  'service',
] as const;
type Template = Pick<QuoteDraft, (typeof KEPT)[number]>;

/** What a template keeps: neither who pays nor anything of one day. */
export const templateOf = (draft: QuoteDraft): Template =>
  Object.fromEntries(KEPT.map((name) => [name, draft[name]])) as unknown as Template;

/** The sheet with what the template says; what it does not say is empty, as on a new sheet. */
export function withTemplate(draft: QuoteDraft, view: SavedView): QuoteDraft {
  const kept = valueOf(view)?.['template'];
  const said =
    kept !== null && typeof kept === 'object'
      ? Object.fromEntries(
          Object.entries(kept).filter(([name]) => (KEPT as readonly string[]).includes(name)),
        )
      : {};
  return { ...draft, ...templateOf(emptyDraft(null)), ...said };
}
