// Cells of one text, saved on blur.
import { useId, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Check, LoaderCircle, Undo2 } from 'lucide-react';
import { Button, cn, errorMessage, Textarea, useSpeech, type Direction } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { speakLanguage, useT } from '../../lib/i18n.ts';
import { languagesKey } from '../../shell/languages.ts';
import { saveText, type LanguageText } from './queries.ts';

export const englishOf = (text: LanguageText): string => text.baseValue ?? text.key;

/** English text, with its key if different. */
export function EnglishCell({ text }: { text: LanguageText }) {
  const english = englishOf(text);
  return (
    <>
      <span lang="en" dir="ltr" className="block font-normal whitespace-pre-wrap break-words">
        {english}
      </span>
      {english !== text.key && (
        <span className="mt-0.5 block text-xs font-normal break-words text-muted-foreground">
          {text.key}
        </span>
      )}
    </>
  );
}

export function TextCell({
  text,
  language,
  direction,
  readOnly,
}: {
  text: LanguageText;
  language: string;
  direction: Direction;
  readOnly: boolean;
}) {
  const t = useT();
  const speech = useSpeech();
  const stored = text.targetValue ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const base = saved ?? stored;
  const value = typed ?? base;
  const save = useMutation({
    scope: { id: `text ${language} ${text.key}` },
    mutationFn: (next: string) => saveText(language, text.key, next),
    onSuccess: async (_, next) => {
      setSaved(next === '' ? null : next);
      // Text typed meanwhile stays.
      setTyped((now) => (now?.trim() === next ? null : now));
      // A reset shows the product's text again; only this row is refetched.
      if (next === '') await queryClient.invalidateQueries({ queryKey: languagesKey });
      else void queryClient.invalidateQueries({ queryKey: languagesKey, refetchType: 'none' });
      if (speech.language.split('-')[0] === language.split('-')[0])
        void speakLanguage(speech.language);
    },
  });
  const leave = () => {
    if (typed === null) return;
    const next = typed.trim();
    // The text that is being saved is not sent again; another one is sent after it.
    if (next !== (save.isPending ? save.variables : base)) save.mutate(next);
    else if (!save.isPending) setTyped(null);
  };
  const english = englishOf(text);
  const errorId = useId();
  return (
    <>
      <div className="flex items-start gap-1.5">
        <Textarea
          rows={Math.min(6, Math.max(1, Math.ceil(Math.max(english.length, value.length) / 48)))}
          lang={language}
          dir={direction}
          aria-label={t('Translation of {text}', { text: english })}
          aria-invalid={save.isError || undefined}
          aria-describedby={save.isError ? errorId : undefined}
          value={value}
          readOnly={readOnly}
          onChange={(event) => {
            setTyped(event.target.value);
            if (save.isError) save.reset();
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              leave();
            } else if (event.key === 'Escape' && typed !== null) {
              setTyped(null);
              save.reset();
            }
          }}
          className="field-sizing-content max-h-48 min-h-8.5"
        />
        <span
          className="grid size-8.5 shrink-0 place-items-center text-muted-foreground"
          aria-live="polite"
        >
          {save.isPending ? (
            <LoaderCircle aria-label={t('Saving')} role="img" className="size-4 animate-spin" />
          ) : save.isSuccess && typed === null && saved !== null ? (
            <Check aria-label={t('Saved')} role="img" className="size-4 text-success-text" />
          ) : text.isOwn && !readOnly ? (
            <Button
              variant="ghost"
              size="icon"
              className={cn('size-7')}
              title={t('Restore the default text')}
              aria-label={t('Restore the default text: {text}', { text: english })}
              onClick={() => save.mutate('')}
            >
              <Undo2 aria-hidden />
            </Button>
          ) : null}
        </span>
      </div>
      {save.isError && (
        <p id={errorId} role="alert" className="mt-1 text-xs font-medium text-destructive-text">
          {errorMessage(save.error)}
        </p>
      )}
    </>
  );
}
