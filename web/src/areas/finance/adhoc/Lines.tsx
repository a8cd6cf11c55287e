// Ad hoc invoice line editor.
import { useRef, type KeyboardEvent } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, Card, CardHeader, cn, Input, Select, useFormat } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { choices, lineTypes } from '../model.ts';
import { digitsOf, fieldText } from '../money.ts';
import {
  amountsOf,
  isBlank,
  MAX_LINES,
  newLine,
  totalOf,
  type AdhocDraft,
  type AdhocLine,
} from './draft.ts';

type Column = 'type' | 'description' | 'referenceNo' | 'amount' | 'tax';
const grid =
  'grid grid-cols-2 gap-1.5 ' +
  'sm:grid-cols-[8.5rem_minmax(8rem,1fr)_minmax(5rem,9rem)_7rem_6rem_7rem_2rem] ' +
  'sm:items-start';

export function Lines({ percent }: { percent: number | null }) {
  const t = useT();
  const format = useFormat();
  const digits = digitsOf(format.currency);
  const { register, getFieldState, formState, control } = useFormContext<AdhocDraft>();
  const { fields, append, remove } = useFieldArray<AdhocDraft, 'lines', 'key'>({
    name: 'lines',
    keyName: 'key',
  });
  const lines = useWatch({ control, name: 'lines' });
  const box = useRef<HTMLDivElement>(null);
  const total = totalOf(lines, percent, digits);
  const focus = (at: number, column: Column) =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[name="lines.${at}.${column}"]`)?.focus(),
    );
  const add = (column: Column = 'description') => {
    if (fields.length >= MAX_LINES) return;
    append({ ...newLine(), type: lines.at(-1)?.type ?? 'Freight' }, { shouldFocus: false });
    focus(fields.length, column);
  };
  /** Enter moves to the next line, or adds one; Ctrl+Enter saves. */
  const onKey = (event: KeyboardEvent<HTMLElement>, at: number, column: Column) => {
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    const step = isEnter
      ? event.shiftKey
        ? -1
        : 1
      : column === 'type'
        ? 0
        : event.key === 'ArrowDown'
          ? 1
          : event.key === 'ArrowUp'
            ? -1
            : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = at + step;
    if (next >= 0 && next < fields.length)
      focus(next, isEnter && step > 0 ? 'description' : column);
    else if (next === fields.length && isEnter && lines[at] && !isBlank(lines[at])) add();
  };
  const cell = (at: number, column: Column, label: string, className = '') => {
    const name = `lines.${at}.${column}` as const;
    const error = getFieldState(name, formState).error?.message;
    const shared = {
      'aria-label': t('{field}, line {number}', { field: label, number: at + 1 }),
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `${name}-error` : undefined,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKey(event, at, column),
    } as const;
    const isNumber = column === 'amount' || column === 'tax';
    return (
      <div className={cn('grid min-w-0 content-start gap-1', className)}>
        <span aria-hidden className="text-xs text-muted-foreground sm:hidden">
          {label}
        </span>
        {column === 'type' ? (
          <Select {...shared} {...register(name)} className="h-8 text-[13px]">
            {choices(lineTypes).map(([value, text]) => (
              <option key={value} value={value}>
                {t(text)}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...shared}
            {...register(name)}
            autoComplete="off"
            {...(isNumber ? { inputMode: 'decimal' as const, dir: 'ltr' as const } : {})}
            {...(column === 'tax' ? { placeholder: taxHint(lines[at], percent, digits) } : {})}
            className={cn('h-8 text-[13px]', isNumber && 'text-end tabular-nums')}
          />
        )}
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
  };
  const headings = [
    t('Kind'),
    t('Description'),
    t('Reference'),
    t('Before tax'),
    t('Tax'),
    t('Total'),
  ];
  return (
    <Card>
      <CardHeader
        title={t('Lines')}
        description={
          percent === null
            ? t('If the tax is empty, the rate of your organisation is used.')
            : t('If the tax is empty, {percent} % is used.', {
                percent: format.number(percent),
              })
        }
        actions={
          <Button
            variant="outline"
            size="sm"
            disabled={fields.length >= MAX_LINES}
            onClick={() => add()}
          >
            <Plus aria-hidden /> {t('Add line')}
          </Button>
        }
      />
      <div ref={box} className="grid gap-1.5">
        <div aria-hidden className={cn(grid, 'text-xs text-muted-foreground max-sm:hidden')}>
          {headings.map((heading, at) => (
            <span key={heading} className={at > 2 ? 'pe-2.5 text-end' : ''}>
              {heading}
            </span>
          ))}
        </div>
        {fields.map(({ key }, at) => {
          const own = lines[at] ? amountsOf(lines[at], percent, digits) : null;
          return (
            <div
              key={key}
              role="group"
              aria-label={t('Line {number}', { number: at + 1 })}
              className={cn(grid, 'max-sm:border-b max-sm:border-border max-sm:pb-3')}
            >
              {cell(at, 'type', t('Kind'))}
              {cell(at, 'description', t('Description'))}
              {cell(at, 'referenceNo', t('Reference'))}
              {cell(at, 'amount', t('Before tax'))}
              {cell(at, 'tax', t('Tax'))}
              <output className="flex h-8 items-center justify-end pe-2.5 text-[13px] tabular-nums">
                {own === null ? '' : format.money(own.total ?? own.net)}
              </output>
              <Button
                variant="ghost"
                size="icon"
                className="size-8"
                disabled={fields.length === 1}
                aria-label={t('Remove line {number}', { number: at + 1 })}
                onClick={() => remove(at)}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
          );
        })}
      </div>
      <dl
        aria-label={t('Totals')}
        className="mt-3 ms-auto grid w-56 grid-cols-2 gap-y-1 border-t border-border pt-2 text-[13px] sm:me-8"
      >
        <dt className="text-muted-foreground">{t('Before tax')}</dt>
        <dd className="pe-2.5 text-end tabular-nums">{format.money(total.net)}</dd>
        <dt className="text-muted-foreground">{t('Tax')}</dt>
        <dd className="pe-2.5 text-end tabular-nums">
          {total.tax === null ? t('by rate') : format.money(total.tax)}
        </dd>
        <dt className="font-semibold">{t('Total')}</dt>
        <dd className="pe-2.5 text-end font-semibold tabular-nums">
          {total.total === null ? '–' : format.money(total.total)}
        </dd>
      </dl>
    </Card>
  );
}

function taxHint(line: AdhocLine | undefined, percent: number | null, digits: number): string {
  const own = line ? amountsOf({ ...line, tax: '' }, percent, digits) : null;
  return own?.tax == null ? '' : fieldText(own.tax, digits);
}
