// Tiers of a fee.
import { useRef, type KeyboardEvent } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, cn, Input, useFormat } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { newTier, type FeeMethod, type FeeType, type Tier } from './model.ts';

const MAX_TIERS = 100;
const FIELDS = ['upTo', 'basic', 'rate'] as const;
type Field = (typeof FIELDS)[number];
const grid =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_2rem] ' +
  'items-start gap-1.5 sm:grid-cols-[8rem_8rem_8rem_2rem]';

export function Tiers({
  method,
  type,
  isAccumulated,
}: {
  method: FeeMethod;
  type: FeeType;
  isAccumulated: boolean;
}) {
  const t = useT();
  const { currency } = useFormat();
  const { register, getFieldState, formState, control } = useFormContext<{ feeRates: Tier[] }>();
  const { fields, append, remove } = useFieldArray<{ feeRates: Tier[] }, 'feeRates', 'key'>({
    name: 'feeRates',
    keyName: 'key',
  });
  const tiers = useWatch({ control, name: 'feeRates' });
  const box = useRef<HTMLDivElement>(null);
  const shown = method === 'Override' ? FIELDS.filter((field) => field !== 'rate') : FIELDS;
  const tableError =
    getFieldState('feeRates', formState).error?.root?.message ??
    getFieldState('feeRates', formState).error?.message;
  const focus = (at: number, field: Field) =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[name="feeRates.${at}.${field}"]`)?.focus(),
    );
  const unit = method === 'Percentage' ? currency : type === 'OversizeLength' ? 'cm' : t('pieces');
  const headings: Record<Field, string> = {
    upTo: t('Up to ({unit})', { unit }),
    basic: t('Basic ({unit})', { unit: currency }),
    rate:
      method === 'Percentage'
        ? t('Rate (%)')
        : type === 'OversizeLength'
          ? t('For each cm ({unit})', { unit: currency })
          : t('For each ({unit})', { unit: currency }),
  };
  const add = () => {
    append(newTier(), { shouldFocus: false });
    // The previous tier now needs a limit.
    focus(
      Math.max(0, fields.length - 1),
      fields.length > 0 && tiers.at(-1)?.upTo === '' ? 'upTo' : 'basic',
    );
  };
  const onKey = (event: KeyboardEvent, at: number, field: Field) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !fields[at + step]) return;
    event.preventDefault();
    focus(at + step, field);
  };
  return (
    <fieldset className="grid gap-1.5" data-field="feeRates" tabIndex={-1}>
      <legend className="mb-1 text-[13px] font-medium">{t('Tiers')}</legend>
      <p className="text-[13px] text-muted-foreground">
        {isAccumulated
          ? t('Each part is charged in its own tier. The last tier has no upper limit.')
          : t('The whole amount is charged in its tier. The last tier has no upper limit.')}
      </p>
      <div ref={box} className="grid gap-1.5">
        {fields.length > 0 && (
          <div aria-hidden className={cn(grid, 'text-xs text-muted-foreground')}>
            {shown.map((field) => (
              <span key={field} className="pe-2 text-end">
                {headings[field]}
              </span>
            ))}
          </div>
        )}
        {fields.map(({ key }, at) => (
          <div
            key={key}
            role="group"
            aria-label={t('Tier {number}', { number: at + 1 })}
            className={grid}
          >
            {shown.map((field) => {
              const name = `feeRates.${at}.${field}` as const;
              const error = getFieldState(name, formState).error?.message;
              return (
                <div key={field} className="grid min-w-0 gap-1">
                  <Input
                    {...register(name)}
                    aria-label={t('{field}, tier {number}', {
                      field: headings[field],
                      number: at + 1,
                    })}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `${name}-error` : undefined}
                    inputMode="decimal"
                    autoComplete="off"
                    dir="ltr"
                    placeholder={field === 'upTo' && at === fields.length - 1 ? t('no limit') : '0'}
                    className="h-8 text-end text-[13px] tabular-nums"
                    onKeyDown={(event) => onKey(event, at, field)}
                  />
                  {error && (
                    <p
                      id={`${name}-error`}
                      className="text-xs font-medium text-destructive-text first-letter:uppercase"
                    >
                      {error}
                    </p>
                  )}
                </div>
              );
            })}
            <Button
              variant="ghost"
              size="icon"
              className="size-8"
              aria-label={t('Remove tier {number}', { number: at + 1 })}
              onClick={() => remove(at)}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        ))}
      </div>
      {tableError && (
        <p className="text-xs font-medium text-destructive-text first-letter:uppercase">
          {tableError}
        </p>
      )}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        disabled={fields.length >= MAX_TIERS}
        onClick={add}
      >
        <Plus aria-hidden /> {t('Add tier')}
      </Button>
    </fieldset>
  );
}
