// Copies a card as version or new card.
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { RateCardRequest as limits } from '../../api/resources/rates.gen.ts';
import { TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { RowsProgress, type Progress } from '../../kit/RowsProgress.tsx';
import { useT } from '../../lib/i18n.ts';
import { cardName, type RateCard } from './model.ts';
import { cardsKey, copyCard, newVersion } from './queries.ts';

interface CopyProps {
  card: RateCard;
  onClose: () => void;
}

/** Opens the new card. */
function useOpen(onClose: () => void) {
  const navigate = useNavigate();
  return (created: RateCard) => {
    onClose();
    return navigate({ to: '/rates/$id', params: { id: String(created.id) } });
  };
}

export function NewVersion({ card, onClose }: CopyProps) {
  const t = useT();
  const open = useOpen(onClose);
  const [progress, setProgress] = useState<Progress | null>(null);
  const form = useRecordForm({
    record: card,
    values: () => ({ effectiveDate: '' }),
    rules: { effectiveDate: { needed: t('Enter the first day') } },
    save: ({ effectiveDate }) =>
      newVersion(card.id, effectiveDate, setProgress).finally(() => setProgress(null)),
    stale: [cardsKey],
    notice: (createdCard) => t('{name} added', { name: cardName(createdCard) }),
    saved: open,
  });
  return (
    <FormDialog
      of={form}
      title={t('New version of {name}', { name: card.code })}
      description={t(
        'It starts as a copy of {name}. The latest version ends the day before, if it has no last day.',
        { name: cardName(card) },
      )}
      action={t('Add version')}
      onClose={onClose}
    >
      <TextField name="effectiveDate" type="date" label={t('First day')} />
      {progress && <RowsProgress label={t('The card is being copied')} progress={progress} />}
    </FormDialog>
  );
}

export function CopyCard({ card, onClose }: CopyProps) {
  const t = useT();
  const open = useOpen(onClose);
  const [progress, setProgress] = useState<Progress | null>(null);
  const form = useRecordForm({
    record: card,
    values: () => ({ code: '', name: '' }),
    rules: {
      code: { needed: t('Enter a code'), limits: limits.fields.code },
      name: { needed: t('Enter a name'), limits: limits.fields.name },
    },
    save: ({ code, name }) =>
      copyCard(card.id, code.trim(), name.trim(), setProgress).finally(() => setProgress(null)),
    stale: [cardsKey],
    notice: (copy) => t('{name} added', { name: cardName(copy) }),
    saved: open,
  });
  return (
    <FormDialog
      of={form}
      title={t('Copy {name}', { name: cardName(card) })}
      description={t('A new rate card with the same terms, services, zones and rates.')}
      action={t('Copy')}
      onClose={onClose}
    >
      <TextField name="code" label={t('Code')} />
      <TextField name="name" label={t('Name')} />
      {progress && <RowsProgress label={t('The card is being copied')} progress={progress} />}
    </FormDialog>
  );
}
