// Six-digit code form.
import type { ReactNode } from 'react';
import { Button } from '@waybill/plugin';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';

export interface CodeFormProps {
  label: string;
  hint?: string;
  submitLabel: string;
  onCode: (code: string) => Promise<void>;
  more?: ReactNode;
}

export function CodeForm({ label, hint, submitLabel, onCode, more }: CodeFormProps) {
  const t = useT();
  const form = useRecordForm({
    record: null,
    values: () => ({ code: '' }),
    rules: { code: { needed: t('Enter the code.') } },
    save: ({ code }) => onCode(code.replaceAll(/\s/g, '')),
  });
  return (
    <FormBody of={form} brief className="gap-3">
      <TextField
        name="code"
        label={label}
        hint={hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        maxLength={16}
        onFocus={(event) => event.currentTarget.select()}
        style={{ maxWidth: '14rem', letterSpacing: '0.1em' }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={form.saving}>
          {submitLabel}
        </Button>
        {more}
      </div>
    </FormBody>
  );
}
