// File field of a form with name and size.
import { useRef, type ReactNode } from 'react';
import { FileUp } from 'lucide-react';
import { Button, Field, useFieldProps, useFormat } from '@waybill/plugin';
import { useController, useFormContext } from '@waybill/plugin/forms';
import { useT } from '../lib/i18n.ts';
import { sizeText } from '../lib/size.ts';

export interface FileFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  accept?: string;
}

export function FileField({ name, label, hint, accept }: FileFieldProps) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      <Chooser
        name={name}
        accept={accept}
        file={field.value as File | null}
        onChange={field.onChange}
      />
    </Field>
  );
}

function Chooser({
  name,
  accept,
  file,
  onChange,
}: {
  name: string;
  accept: string | undefined;
  file: File | null;
  onChange: (file: File | null) => void;
}) {
  const t = useT();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const tied = useFieldProps({});
  return (
    <div className="flex flex-wrap items-center gap-3" data-field={name}>
      {/* Focused by its button. */}
      <Button variant="outline" data-chooser onClick={() => input.current?.click()}>
        <FileUp aria-hidden /> {file ? t('Choose another') : t('Choose a file')}
      </Button>
      <input
        {...tied}
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
      <span className="min-w-0 text-sm break-all text-muted-foreground">
        {file ? `${file.name} · ${sizeText(file.size, format.number)}` : t('No file chosen')}
      </span>
    </div>
  );
}
