// Secret field; never shows the value.
import { useId } from 'react';
import { KeyRound } from 'lucide-react';
import { Badge, Button, Field, Input } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { SecretDraft } from './values.ts';

export interface SecretFieldProps {
  name: string;
  label: string;
  hint: string;
  required: boolean;
  error: string | undefined;
  draft: SecretDraft;
  isSet: boolean;
  /** The organisation's applies. */
  isInherited: boolean;
  readOnly: boolean;
  onChange: (draft: SecretDraft) => void;
}

export function SecretField({
  name,
  label,
  hint,
  required,
  error,
  draft,
  isSet,
  isInherited,
  readOnly,
  onChange,
}: SecretFieldProps) {
  const t = useT();
  const id = useId();
  if (draft.act === 'set') {
    return (
      <Field label={label} hint={hint} error={error} optional={!required}>
        <span className="flex gap-2">
          <Input
            name={name}
            type="password"
            autoComplete="new-password"
            spellCheck={false}
            value={draft.value}
            onChange={(event) => onChange({ act: 'set', value: event.target.value })}
          />
          <Button
            variant="ghost"
            aria-label={
              isSet
                ? t('Keep current: {name}', { name: label })
                : t('Cancel: {name}', { name: label })
            }
            onClick={() => onChange({ act: 'keep' })}
          >
            {isSet ? t('Keep current') : t('Cancel')}
          </Button>
        </span>
      </Field>
    );
  }
  const cleared = draft.act === 'clear';
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={
        [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
      }
      data-field={name}
      tabIndex={-1}
      className="grid min-w-0 content-start gap-1 rounded-md focus-visible:outline-2 focus-visible:outline-ring"
    >
      <span id={`${id}-label`} className="text-[13px] font-medium">
        {label}
        {!required && <span className="font-normal text-muted-foreground"> {t('(optional)')}</span>}
      </span>
      <div className="flex min-h-8.5 flex-wrap items-center gap-2 text-sm">
        <KeyRound aria-hidden className="size-4 text-muted-foreground" />
        {cleared ? (
          <Badge tone="warning">{t('Will be removed when you save')}</Badge>
        ) : isSet ? (
          <Badge tone="success">{t('Set')}</Badge>
        ) : (
          <Badge tone={isInherited ? 'info' : 'neutral'}>
            {isInherited ? t('From the organisation') : t('Not set')}
          </Badge>
        )}
        {!readOnly && (
          <>
            <Button
              variant="outline"
              size="sm"
              aria-label={
                isSet ? t('Replace: {name}', { name: label }) : t('Set: {name}', { name: label })
              }
              onClick={() => onChange({ act: 'set', value: '' })}
            >
              {isSet ? t('Replace') : t('Set…')}
            </Button>
            {isSet && !cleared && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={t('Clear: {name}', { name: label })}
                onClick={() => onChange({ act: 'clear' })}
              >
                {t('Clear')}
              </Button>
            )}
            {cleared && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={t('Keep: {name}', { name: label })}
                onClick={() => onChange({ act: 'keep' })}
              >
                {t('Keep')}
              </Button>
            )}
          </>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-xs break-words text-muted-foreground">
          {hint}
        </p>
      )}
      {error && (
        <p
          id={`${id}-error`}
          className="text-xs font-medium text-destructive-text first-letter:uppercase"
        >
          {error}
        </p>
      )}
    </div>
  );
}
