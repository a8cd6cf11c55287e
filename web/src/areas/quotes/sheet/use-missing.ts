// Labels of missing input.
import { useT } from '../../../lib/i18n.ts';
import { quoteProblems } from '../draft.ts';
import type { QuoteDraft } from '../model.ts';

export function useMissing(draft: QuoteDraft, needsCustomer: boolean): string[] {
  const t = useT();
  const fieldLabels: Record<string, string> = {
    customerId: t('customer'),
    from: t('pickup suburb'),
    to: t('delivery suburb'),
    items: t('goods with package, measures and weight'),
    dangerousGoodUNCode: t('UN number'),
    insuredValue: t('value of the goods'),
  };
  const parts = quoteProblems(draft, needsCustomer).map(({ field }) => field.split('.')[0] ?? '');
  return [...new Set(parts)].flatMap((part) => fieldLabels[part] ?? []);
}
