// Labels of missing input.
import { useT } from '../../../lib/i18n.ts';
import { quoteProblems } from '../draft.ts';
import { fieldLabel } from '../labels.ts';
import type { QuoteDraft } from '../model.ts';

export function useMissing(draft: QuoteDraft, needsCustomer: boolean): string[] {
  const t = useT();
  const parts = quoteProblems(draft, needsCustomer).map(({ field }) => field.split('.')[0] ?? '');
  return [...new Set(parts)].map((part) =>
    part === 'items' ? t('goods with package, measures and weight') : fieldLabel(part),
  );
}
