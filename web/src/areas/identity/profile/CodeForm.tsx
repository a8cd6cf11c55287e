// A field for a six-digit code and the button that sends it.
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError, Button, errorMessage, ErrorNote, Field, Input } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';

export interface CodeFormProps {
  label: string;
  hint?: string;
  submitLabel: string;
  onCode: (code: string) => Promise<void>;
  /** Beside the button. */
  more?: ReactNode;
}

export function CodeForm({ label, hint, submitLabel, onCode, more }: CodeFormProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const typed = code.replaceAll(/\s/g, '');
    setFailure(null);
    setWrong(typed ? null : t('Enter the code.'));
    if (!typed) return field.current?.focus();
    setPending(true);
    try {
      await onCode(typed);
    } catch (error) {
      const refused = error instanceof ApiError ? error.validationErrors.find(({ members }) => members.some((member) => /(^|\.)code$/i.test(member))) : undefined;
      if (refused) setWrong(refused.message);
      else setFailure(errorMessage(error));
      field.current?.select();
    }
    return setPending(false);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      {failure && <ErrorNote message={failure} />}
      <Field label={label} error={wrong ?? undefined} {...(hint ? { hint } : {})}>
        <Input
          ref={field}
          name="code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          maxLength={16}
          className="h-10 max-w-56 tracking-widest tabular-nums"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={pending}>
          {submitLabel}
        </Button>
        {more}
      </div>
    </form>
  );
}
