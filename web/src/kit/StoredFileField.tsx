// Field of a record that names one stored file: uploaded at once, opened, replaced, removed.
import { useEffect, useRef, useState } from 'react';
import { ExternalLink, FileUp, Trash2, Undo2 } from 'lucide-react';
import { Button, errorMessage, Field, useFieldProps, useFormat } from '@waybill/plugin';
import { useController, useFormContext } from '@waybill/plugin/forms';
import { useT } from '../lib/i18n.ts';
import { sizeText } from '../lib/size.ts';
import { uploadAsset } from '../lib/upload.ts';
import { FileDrop } from './FileDrop.tsx';
import { ProgressBar } from './ProgressBar.tsx';

/** Value of the field during an upload; a form with it must not be saved. */
export const SENDING = 'sending';

export interface StoredFileFieldProps {
  /** Its value is the `assetId`, or empty. */
  name: string;
  label: string;
  hint?: string;
  /** The stored record's file; null without one. */
  stored: { assetId: string; open: () => void } | null;
}

interface Sending {
  name: string;
  /** From 0 to 1. */
  share: number;
}

export function StoredFileField({ name, label, hint, stored }: StoredFileFieldProps) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} optional error={fieldState.error?.message}>
      <Chooser
        name={name}
        value={field.value as string}
        onChange={field.onChange}
        stored={stored}
      />
    </Field>
  );
}

function Chooser({
  name,
  value,
  onChange,
  stored,
}: {
  name: string;
  value: string;
  onChange: (value: string) => void;
  stored: StoredFileFieldProps['stored'];
}) {
  const t = useT();
  const format = useFormat();
  const tied = useFieldProps({});
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [sent, setSent] = useState<{ assetId: string; text: string } | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [refused, setRefused] = useState<{ file: File; reason: string } | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const send = async (file: File) => {
    if (sending) return;
    const before = value;
    const controller = new AbortController();
    stop.current = controller;
    setRefused(null);
    setSending({ name: file.name, share: 0 });
    onChange(SENDING);
    try {
      const { assetId, fileName, size } = await uploadAsset(file, {
        signal: controller.signal,
        onProgress: (share) => setSending({ name: file.name, share }),
      });
      setSent({ assetId, text: `${fileName} · ${sizeText(size, format.number)}` });
      onChange(assetId);
    } catch (error) {
      onChange(before);
      if (!controller.signal.aborted) setRefused({ file, reason: errorMessage(error) });
    } finally {
      setSending(null);
    }
  };
  const set = (next: string) => {
    setRefused(null);
    onChange(next);
    // The pressed button leaves.
    choose.current?.focus();
  };
  const isStored = stored !== null && value === stored.assetId;
  const description = isStored
    ? t('A file is stored.')
    : sent && value === sent.assetId
      ? sent.text
      : stored
        ? t('The stored file is removed when you save.')
        : t('No file chosen');
  return (
    <FileDrop onFile={(file) => file && void send(file)}>
      <div className="grid gap-2" data-field={name}>
        <div className="flex flex-wrap items-center gap-2">
          <input
            {...tied}
            ref={input}
            type="file"
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              const file = target.files?.[0];
              // So the same file can be chosen again.
              target.value = '';
              if (file) void send(file);
            }}
          />
          <Button
            ref={choose}
            variant="outline"
            disabled={sending !== null}
            onClick={() => input.current?.click()}
          >
            <FileUp aria-hidden /> {value ? t('Choose another') : t('Choose a file')}
          </Button>
          {isStored && (
            <Button variant="outline" onClick={stored.open}>
              <ExternalLink aria-hidden /> {t('View')}
            </Button>
          )}
          {!sending && value && (
            <Button variant="ghost" onClick={() => set('')}>
              <Trash2 aria-hidden /> {t('Remove')}
            </Button>
          )}
          {!sending && stored && !isStored && (
            <Button variant="ghost" onClick={() => set(stored.assetId)}>
              <Undo2 aria-hidden /> {t('Keep')}
            </Button>
          )}
        </div>
        {sending ? (
          <div className="flex items-center gap-2">
            <ProgressBar
              className="min-w-0 flex-1"
              label={t('Uploading {name}', { name: sending.name })}
              share={sending.share}
              text={sending.name}
            />
            <Button variant="outline" size="sm" onClick={() => stop.current?.abort()}>
              {t('Stop')}
            </Button>
          </div>
        ) : (
          <p role="status" className="text-[13px] break-all text-muted-foreground">
            {description}
          </p>
        )}
        {refused && (
          <div role="alert" className="flex flex-wrap items-center gap-2">
            <p className="min-w-0 flex-1 text-xs font-medium break-words text-destructive-text">
              {t('{name} could not be uploaded', { name: refused.file.name })}: {refused.reason}
            </p>
            <Button variant="outline" size="sm" onClick={() => void send(refused.file)}>
              {t('Try again')}
            </Button>
          </div>
        )}
      </div>
    </FileDrop>
  );
}
