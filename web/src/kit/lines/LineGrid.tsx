// Lines of a form as a grid: Enter leads to the next line, or adds one.
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, cn, Input } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch, type FieldValues } from '@waybill/plugin/forms';
import { useT } from '../../lib/i18n.ts';
import { FormSelect } from '../FormSelect.tsx';

export interface LineColumn<Line> {
  id: keyof Line & string;
  label: string;
  /** Default: text. */
  kind?: 'number' | 'choice' | 'flag';
  options?: readonly (readonly [value: string, label: string])[];
  /** Texts that the browser proposes. */
  proposals?: readonly string[];
  placeholder?: (line: Line) => string;
  maxLength?: number;
}

export interface LineGridProps<Line> {
  /** Of the form's list. */
  name: string;
  columns: readonly LineColumn<Line>[];
  /** Widths of the columns, of the sum and of the button, on wide screens. */
  className: string;
  /** The new line after the last one. */
  newLine: (last: Line | undefined) => Line;
  isBlank: (line: Line) => boolean;
  max: number;
  /** Column that a new line begins in. */
  first: keyof Line & string;
  sum?: { label: string; of: (line: Line) => ReactNode };
  /** The last line can be removed. */
  canBeEmpty?: boolean;
}

const isNumeric = (kind: LineColumn<unknown>['kind']) => kind === 'number';

export function LineGrid<Line extends object>({
  name,
  columns,
  className,
  newLine,
  isBlank,
  max,
  first,
  sum,
  canBeEmpty = false,
}: LineGridProps<Line>) {
  const t = useT();
  const { register, getFieldState, formState, control } = useFormContext<FieldValues>();
  const { fields, append, remove } = useFieldArray({ control, name, keyName: 'key' });
  const lines = useWatch({ control, name }) as readonly Line[];
  const box = useRef<HTMLDivElement>(null);
  const grid = cn('grid grid-cols-2 gap-1.5 sm:items-start', className);
  const focus = (at: number, column: string) =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[name="${name}.${at}.${column}"]`)?.focus(),
    );
  const add = () => {
    if (fields.length >= max) return;
    append(newLine(lines.at(-1)), { shouldFocus: false });
    focus(fields.length, first);
  };
  /** Ctrl+Enter is the form's. */
  const onKey = (event: KeyboardEvent<HTMLElement>, at: number, { id, kind }: LineColumn<Line>) => {
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = isEnter
      ? event.shiftKey
        ? -1
        : 1
      : kind === 'choice'
        ? 0
        : (arrows[event.key] ?? 0);
    if (step === 0) return;
    event.preventDefault();
    const next = at + step;
    if (next >= 0 && next < fields.length) focus(next, isEnter && step > 0 ? first : id);
    else if (next === fields.length && isEnter && lines[at] && !isBlank(lines[at])) add();
  };
  const cell = (at: number, column: LineColumn<Line>) => {
    const path = `${name}.${at}.${column.id}`;
    const error = getFieldState(path, formState).error?.message;
    const shared = {
      'aria-label': t('{field}, line {number}', { field: column.label, number: at + 1 }),
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `${path}-error` : undefined,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKey(event, at, column),
    } as const;
    const line = lines[at];
    return (
      <div key={column.id} className="grid min-w-0 content-start gap-1">
        <span aria-hidden className="text-xs text-muted-foreground sm:hidden">
          {column.label}
        </span>
        {column.kind === 'choice' ? (
          <FormSelect {...shared} name={path} className="h-8 text-[13px]">
            {column.options?.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </FormSelect>
        ) : column.kind === 'flag' ? (
          <span className="flex h-8 items-center sm:justify-center">
            <input
              type="checkbox"
              {...shared}
              {...register(path)}
              className="size-4 accent-primary focus-visible:outline-2 focus-visible:outline-ring"
            />
          </span>
        ) : (
          <Input
            {...shared}
            {...register(path)}
            autoComplete="off"
            {...(column.maxLength ? { maxLength: column.maxLength } : {})}
            {...(column.proposals ? { list: `${name}-${column.id}-proposals` } : {})}
            {...(isNumeric(column.kind)
              ? { inputMode: 'decimal' as const, dir: 'ltr' as const }
              : {})}
            {...(column.placeholder && line ? { placeholder: column.placeholder(line) } : {})}
            className={cn('h-8 text-[13px]', isNumeric(column.kind) && 'text-end tabular-nums')}
          />
        )}
        {error && (
          <p
            id={`${path}-error`}
            className="text-xs font-medium text-destructive-text first-letter:uppercase"
          >
            {error}
          </p>
        )}
      </div>
    );
  };
  return (
    <div ref={box} className="grid gap-1.5">
      {fields.length > 0 && (
        <div aria-hidden className={cn(grid, 'text-xs text-muted-foreground max-sm:hidden')}>
          {columns.map(({ id, label, kind }) => (
            <span
              key={id}
              className={cn(isNumeric(kind) && 'pe-2.5 text-end', kind === 'flag' && 'text-center')}
            >
              {label}
            </span>
          ))}
          {sum && <span className="pe-2.5 text-end">{sum.label}</span>}
        </div>
      )}
      {fields.map(({ key }, at) => (
        <div
          key={key}
          role="group"
          aria-label={t('Line {number}', { number: at + 1 })}
          className={cn(grid, 'max-sm:border-b max-sm:border-border max-sm:pb-3')}
        >
          {columns.map((column) => cell(at, column))}
          {sum && (
            <output className="flex h-8 items-center justify-end pe-2.5 text-[13px] tabular-nums">
              {lines[at] && sum.of(lines[at])}
            </output>
          )}
          <Button
            variant="ghost"
            size="icon"
            className="size-8 max-sm:col-start-2 max-sm:justify-self-end"
            disabled={!canBeEmpty && fields.length === 1}
            aria-label={t('Remove line {number}', { number: at + 1 })}
            onClick={() => remove(at)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button variant="outline" size="sm" disabled={fields.length >= max} onClick={add}>
          <Plus aria-hidden /> {t('Add line')}
        </Button>
      </div>
      {columns.map(
        ({ id, proposals }) =>
          proposals && (
            <datalist key={id} id={`${name}-${id}-proposals`}>
              {proposals.map((text) => (
                <option key={text} value={text}>
                  {text}
                </option>
              ))}
            </datalist>
          ),
      )}
    </div>
  );
}

export interface AmountSum {
  net: number;
  /** Null without a rate. */
  tax: number | null;
  total: number | null;
}

/** Sums below the lines. */
export function LineTotals({
  of,
  money,
  className,
}: {
  of: AmountSum;
  money: (amount: number) => string;
  className?: string;
}) {
  const t = useT();
  return (
    <dl
      aria-label={t('Totals')}
      className={cn(
        'ms-auto grid w-56 grid-cols-2 gap-y-1 border-t border-border pt-2 text-[13px]',
        className,
      )}
    >
      <dt className="text-muted-foreground">{t('Before tax')}</dt>
      <dd className="pe-2.5 text-end tabular-nums">{money(of.net)}</dd>
      <dt className="text-muted-foreground">{t('Tax')}</dt>
      <dd className="pe-2.5 text-end tabular-nums">
        {of.tax === null ? t('by rate') : money(of.tax)}
      </dd>
      <dt className="font-semibold">{t('Total')}</dt>
      <dd className="pe-2.5 text-end font-semibold tabular-nums">
        {of.total === null ? '–' : money(of.total)}
      </dd>
    </dl>
  );
}
