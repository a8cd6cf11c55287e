// Item lines of a form with `items`, with totals.
import { useId, useRef, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Copy, Plus, Trash2 } from 'lucide-react';
import { Button, Card, CardHeader, cn, Input, useFormat } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT, type Translate } from '../../lib/i18n.ts';
import { packageTypesQuery, packageTypeText } from '../../lib/package-types.ts';
import { FormSelect } from '../FormSelect.tsx';
import { emptyItem, measuresOf, type ItemDraft } from './items.ts';
import { kgPerCubicMetre, lineVolume, lineWeight, totals } from './measures.ts';

// One line on wide cards, two or three on narrow ones.
const grid = 'grid grid-cols-6 gap-x-1.5 gap-y-2 @min-[38rem]:items-start @min-[48rem]:gap-x-2';
const described =
  '@min-[38rem]:grid-cols-[2.75rem_6.5rem_minmax(3.5rem,1fr)_3.375rem_3.375rem_3.375rem_3.75rem_4.25rem_4rem] ' +
  '@min-[48rem]:grid-cols-[3.5rem_8rem_minmax(6rem,1fr)_4.25rem_4.25rem_4.25rem_5rem_5rem_4rem]';
const undescribed =
  '@min-[38rem]:grid-cols-[2.75rem_minmax(6.5rem,1fr)_3.375rem_3.375rem_3.375rem_3.75rem_4.25rem_4rem]';

/** Form values these lines need. */
export interface ItemLinesDraft {
  items: ItemDraft[];
}

type CellIds = {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
};
/** The control of a line's description; null for a plain one. */
export type Describe = (index: number, ids: CellIds) => ReactNode;

/** Short error under a cell: "Above 0". Server messages are unchanged. */
function inCell(
  error: { type?: unknown; message?: string | undefined } | undefined,
  name: string,
  t: Translate,
): string | undefined {
  if (error?.type !== 'check') return error?.message;
  return name === 'packageType'
    ? t('Choose one')
    : name === 'quantity'
      ? t('At least {limit}', { limit: 1 })
      : t('Above {limit}', { limit: 0 });
}

/** Headings on the first line; on narrow screens on every line. */
function Cell({
  label,
  short,
  first,
  error,
  className,
  children,
}: {
  label: string;
  short?: string;
  first: boolean;
  error?: string | undefined;
  className?: string;
  children: (ids: CellIds) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={cn('grid content-start gap-1', className)}>
      <label
        htmlFor={id}
        className={cn('text-xs text-muted-foreground', !first && '@min-[38rem]:sr-only')}
      >
        {short ? (
          <>
            <span aria-hidden>{short}</span>
            <span className="sr-only">{label}</span>
          </>
        ) : (
          label
        )}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${id}-error` : undefined,
      })}
      {error && (
        <span id={`${id}-error`} className="text-xs text-destructive-text">
          {error}
        </span>
      )}
    </div>
  );
}

interface LineProps {
  index: number;
  only: boolean;
  packageTypes: readonly string[];
  describe: Describe | undefined;
  onCopy: () => void;
  onRemove: () => void;
}

function Line({ index, only, packageTypes, describe, onCopy, onRemove }: LineProps) {
  const t = useT();
  const format = useFormat();
  const { control, register, formState } = useFormContext<ItemLinesDraft>();
  const item = useWatch({ control, name: `items.${index}` });
  const errors = formState.errors.items?.[index];
  const measures = measuresOf(item ?? emptyItem);
  const volume = lineVolume(measures);
  const number = (
    name: 'quantity' | 'length' | 'width' | 'height' | 'weight',
    label: string,
    short: string,
    className?: string,
  ) => (
    <Cell
      label={label}
      short={short}
      first={index === 0}
      error={inCell(errors?.[name], name, t)}
      {...(className ? { className } : {})}
    >
      {(ids) => (
        <Input
          {...ids}
          {...register(`items.${index}.${name}`)}
          inputMode="decimal"
          autoComplete="off"
          className="px-1.5 text-end tabular-nums"
        />
      )}
    </Cell>
  );
  const known =
    item?.packageType && !packageTypes.includes(item.packageType)
      ? [item.packageType, ...packageTypes]
      : packageTypes;
  return (
    <div
      role="group"
      aria-label={t('Item {number}', { number: index + 1 })}
      className={cn(
        grid,
        describe ? described : undescribed,
        '@max-[38rem]:not-last:border-b @max-[38rem]:border-border @max-[38rem]:not-last:pb-3',
      )}
    >
      {number('quantity', t('Quantity'), t('Qty'), 'col-span-2 @min-[38rem]:col-span-1')}
      <Cell
        label={t('Package')}
        first={index === 0}
        error={inCell(errors?.packageType, 'packageType', t)}
        className="col-span-4 @min-[38rem]:col-span-1"
      >
        {(ids) => (
          <FormSelect {...ids} name={`items.${index}.packageType`}>
            <option value="">{t('Choose')}</option>
            {known.map((name) => (
              <option key={name} value={name}>
                {packageTypeText(name, t)}
              </option>
            ))}
          </FormSelect>
        )}
      </Cell>
      {describe && (
        <Cell
          label={t('Description (optional)')}
          short={t('Description')}
          first={index === 0}
          error={errors?.description?.message}
          className="col-span-6 @min-[38rem]:col-span-1"
        >
          {(ids) =>
            describe(index, ids) ?? (
              <Input
                {...ids}
                {...register(`items.${index}.description`)}
                maxLength={200}
                placeholder={t('(optional)')}
              />
            )
          }
        </Cell>
      )}
      {number('length', t('Length in cm'), t('L cm'), 'col-span-2 @min-[38rem]:col-span-1')}
      {number('width', t('Width in cm'), t('W cm'), 'col-span-2 @min-[38rem]:col-span-1')}
      {number('height', t('Height in cm'), t('H cm'), 'col-span-2 @min-[38rem]:col-span-1')}
      {number(
        'weight',
        t('Weight per piece in kg'),
        t('kg each'),
        'col-span-2 @min-[38rem]:col-span-1',
      )}
      <div
        className={cn(
          'col-span-2 self-end text-end text-xs leading-4 text-muted-foreground',
          'tabular-nums @min-[38rem]:col-span-1 @min-[38rem]:self-auto',
          index === 0 ? '@min-[38rem]:pt-6' : '@min-[38rem]:pt-1',
        )}
      >
        <span className="block">
          {t('{weight} kg', { weight: format.number(lineWeight(measures), 1) })}
        </span>
        <span className="block">{t('{volume} m³', { volume: format.number(volume, 3) })}</span>
      </div>
      <div
        className={cn(
          'col-span-2 flex items-center justify-end self-end @min-[38rem]:col-span-1 @min-[38rem]:self-auto',
          index === 0 && '@min-[38rem]:pt-5',
        )}
      >
        <Button
          variant="ghost"
          size="icon"
          className="size-8"
          aria-label={t('Copy item {number}', { number: index + 1 })}
          onClick={onCopy}
        >
          <Copy aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="size-8"
          aria-label={t('Remove item {number}', { number: index + 1 })}
          onClick={onRemove}
          disabled={only}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  );
}

/** Pieces, weights and volume, as they grow. */
export function ItemTotals() {
  const t = useT();
  const format = useFormat();
  const { control } = useFormContext<ItemLinesDraft>();
  const sum = totals(useWatch({ control, name: 'items' }).map(measuresOf));
  const entries = [
    { label: t('Pieces'), value: format.number(sum.pieces, 0) },
    {
      label: t('Dead weight'),
      value: t('{weight} kg', { weight: format.number(sum.deadWeight, 1) }),
    },
    { label: t('Volume'), value: t('{volume} m³', { volume: format.number(sum.volume, 3) }) },
    {
      label: t('Cubic at {kgPerCubicMetre} kg/m³', { kgPerCubicMetre }),
      value: t('{weight} kg', { weight: format.number(sum.cubicWeight, 1) }),
    },
    {
      label: t('Chargeable'),
      value: t('{weight} kg', { weight: format.number(sum.chargeable, 1) }),
      strong: true,
    },
  ];
  return (
    <dl
      aria-label={t('Totals')}
      className="flex flex-wrap gap-x-6 gap-y-1 text-[13px] tabular-nums"
    >
      {entries.map((entry) => (
        <div key={entry.label} className="flex items-baseline gap-1.5">
          <dt className="text-xs text-muted-foreground">{entry.label}</dt>
          <dd className={cn(entry.strong && 'font-semibold')}>{entry.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lines with messages, without a card. */
export function ItemRows({ describe }: { describe?: Describe }) {
  const form = useFormContext<ItemLinesDraft>();
  const { fields, insert, remove } = useFieldArray({ control: form.control, name: 'items' });
  const types = useQuery(packageTypesQuery);
  const list = useRef<HTMLDivElement>(null);
  const names = (types.data ?? []).map((type) => type.name);
  const error = form.formState.errors.items?.message ?? form.formState.errors.items?.root?.message;
  return (
    <>
      {error && <p className="mb-2 text-xs font-medium text-destructive-text">{error}</p>}
      <div
        ref={list}
        data-field="items"
        tabIndex={-1}
        className="@container grid gap-2 outline-none"
      >
        {fields.map((field, index) => (
          <Line
            key={field.id}
            index={index}
            only={fields.length === 1}
            packageTypes={names}
            describe={describe}
            onCopy={() =>
              insert(
                index + 1,
                { ...form.getValues(`items.${index}`) },
                { focusName: `items.${index + 1}.quantity` },
              )
            }
            onRemove={() => {
              remove(index);
              // Keeps focus in the list after the line is removed.
              list.current?.focus();
            }}
          />
        ))}
      </div>
    </>
  );
}

export function AddItem() {
  const t = useT();
  const form = useFormContext<ItemLinesDraft>();
  const add = () => {
    const items = form.getValues('items');
    // Rows follow every change of the form's value.
    form.setValue(
      'items',
      [...items, { ...emptyItem, packageType: items.at(-1)?.packageType ?? '' }],
      { shouldDirty: true },
    );
    requestAnimationFrame(() => form.setFocus(`items.${items.length}.quantity`));
  };
  return (
    <Button variant="outline" size="sm" onClick={add}>
      <Plus aria-hidden /> {t('Add item')}
    </Button>
  );
}

/** Item card. Without `describe`, lines have no descriptions. */
export function ItemLines({ describe }: { describe?: Describe }) {
  const t = useT();
  return (
    <Card>
      <CardHeader title={t('Items')} description={t('Dimensions are per piece.')} />
      <ItemRows {...(describe ? { describe } : {})} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-border pt-3">
        <AddItem />
        <ItemTotals />
      </div>
    </Card>
  );
}
