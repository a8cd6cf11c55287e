// Sheet templates, stored as views.
import type { SavedView } from '../../kit/views/queries.ts';
import { valueOf } from '../../kit/views/queries.ts';
import { emptyDraft, type QuoteDraft } from './model.ts';
import { fromStored, toStored } from './numbers.ts';

/** The server's view kind. */
export const TEMPLATES = 'quotes.sheet';

const TEMPLATE_FIELDS = [
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
type Template = Pick<QuoteDraft, (typeof TEMPLATE_FIELDS)[number]>;

/** The draft without customer and dates. */
export const templateOf = (draft: QuoteDraft): Template =>
  toStored(
    Object.fromEntries(TEMPLATE_FIELDS.map((name) => [name, draft[name]])) as unknown as Template,
  );

/** Fills an empty sheet. */
export function withTemplate(draft: QuoteDraft, view: SavedView): QuoteDraft {
  const storedTemplate = valueOf(view)?.['template'];
  const referencesPart =
    storedTemplate !== null && typeof storedTemplate === 'object'
      ? Object.fromEntries(
          Object.entries(storedTemplate).filter(([name]) =>
            (TEMPLATE_FIELDS as readonly string[]).includes(name),
          ),
        )
      : {};
  return { ...draft, ...templateOf(emptyDraft(null)), ...fromStored(referencesPart) };
}
