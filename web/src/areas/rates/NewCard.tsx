// Creates a rate card without terms.
import { useNavigate } from '@tanstack/react-router';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useT } from '../../lib/i18n.ts';
import { cardProblems, cardRules, draftOf, toSent } from './card-draft.ts';
import { CardFields } from './CardFields.tsx';
import { cardName } from './model.ts';
import { cardsKey, saveCard } from './queries.ts';

export function NewCard({ onClose }: { onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const form = useRecordForm({
    record: null,
    values: draftOf,
    rules: (values) => cardRules(values, t),
    check: (values) => cardProblems(values, t),
    // Its prices come later: until then it must not be used.
    save: (values) => saveCard({ ...toSent(values, null), isActive: false }),
    stale: [cardsKey],
    notice: (saved) => t('{name} added as a draft', { name: cardName(saved) }),
    saved: (saved) => {
      onClose();
      return navigate({ to: '/rates/$id', params: { id: String(saved.id) } });
    },
  });
  return (
    <FormDialog of={form} size="lg" title={t('New rate card')} action={t('Add')} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <CardFields />
      </div>
    </FormDialog>
  );
}
