// A line of goods typed as text, for a form with `items`: `3 ctn 40x30x25 12.5`.
import { useId, useState, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Input } from '@waybill/plugin';
import { useFormContext } from '@waybill/plugin/forms';
import { useT } from '../../lib/i18n.ts';
import { packageTypesQuery } from '../../lib/package-types.ts';
import type { ItemLinesDraft } from './ItemLines.tsx';
import { withItem } from './items.ts';
import { readQuick } from './quick.ts';

export function QuickLine() {
  const t = useT();
  const id = useId();
  const form = useFormContext<ItemLinesDraft>();
  const types = useQuery(packageTypesQuery).data?.map(({ name }) => name) ?? [];
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || text.trim() === '') return;
    event.preventDefault();
    const items = form.getValues('items');
    const read = readQuick(text, types, items.at(-1)?.packageType ?? '');
    setProblem(read.problem);
    if (!read.item) return;
    form.setValue('items', withItem(items, read.item), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
    setText('');
  };
  return (
    <div className="min-w-0 flex-1 basis-72 sm:max-w-md">
      <Input
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
        aria-label={t('Add goods')}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : id}
        placeholder={t('3 ctn 40x30x25 12.5')}
        autoComplete="off"
      />
      {problem !== null && (
        <p id={id} role="alert" className="mt-1 text-xs font-medium text-destructive-text">
          {t(problem)}
        </p>
      )}
    </div>
  );
}
