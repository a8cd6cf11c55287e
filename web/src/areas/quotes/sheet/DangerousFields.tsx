// Dangerous goods declaration: the first substance, and further ones by line of goods.
import { useEffect, useRef } from 'react';
import { Plus, X } from 'lucide-react';
import { Button, Input, Select } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { useSession } from '../../../api/session.ts';
import { UnNumberField } from '../../../kit/pickers/UnNumberField.tsx';
import {
  findOwnDangerousGoods,
  hazardText,
  type DangerousGoods,
} from '../../../lib/dangerous-goods.ts';
import { useT } from '../../../lib/i18n.ts';
import {
  emptySubstance,
  MAX_SUBSTANCES,
  type GoodsDraft,
  type SubstanceDraft,
} from '../dangerous.ts';
import type { QuoteDraft } from '../model.ts';
import { Cell } from './Cell.tsx';

const ROW = 'grid gap-x-3 gap-y-1 sm:grid-cols-2 sm:col-span-2 lg:grid-cols-3 lg:col-span-3';
const BY_ITEM =
  'grid gap-x-3 gap-y-1 sm:grid-cols-2 sm:col-span-2 lg:col-span-3 ' +
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,0.9fr)]';

/** The draft's fields of the first substance. */
const FIRST = {
  unCode: 'dangerousGoodUNCode',
  packageType: 'dangerousGoodPackageType',
  description: 'dangerousGoodDescription',
} as const;
const NAMES = ['unCode', 'packageType', 'description'] as const;

const textOf = (goods: DangerousGoods): string =>
  `${goods.unDescription}, ${hazardText(goods)}`.slice(0, 200);

type Errors = Partial<Record<keyof SubstanceDraft, string | undefined>>;

interface SubstanceProps {
  /** Path of the substance's fields, by their names. */
  names: Record<keyof SubstanceDraft, string>;
  value: SubstanceDraft;
  errors: Errors;
  onChange: (changed: Partial<SubstanceDraft>) => void;
}

function SubstanceCells({ names, value, errors, onChange }: SubstanceProps) {
  const t = useT();
  const { isTenant } = useSession();
  const { control } = useFormContext<QuoteDraft>();
  const customerId = useWatch({ control, name: 'customerId' });
  return (
    <>
      <Cell label={t('UN Number')} optional={false} error={errors.unCode}>
        <UnNumberField
          name={names.unCode}
          isFlat
          value={value.unCode}
          onChange={(unCode) => onChange({ unCode })}
          onChoose={(goods) =>
            onChange({ unCode: `UN${goods.unNumber}`, description: textOf(goods) })
          }
          own={
            customerId === null && isTenant
              ? undefined
              : (text, signal) => findOwnDangerousGoods(isTenant ? customerId : null, text, signal)
          }
        />
      </Cell>
      <Cell label={t('Package type')} error={errors.packageType}>
        <Input
          name={names.packageType}
          value={value.packageType}
          onChange={(event) => onChange({ packageType: event.target.value })}
          placeholder={t('Steel drum')}
        />
      </Cell>
      <Cell label={t('Description')} error={errors.description}>
        <Input
          name={names.description}
          value={value.description}
          onChange={(event) => onChange({ description: event.target.value })}
          placeholder={t('Paint, class 3, packing group II')}
        />
      </Cell>
    </>
  );
}

/** The line of a substance; empty for every line. */
function ItemSelect({
  items,
  value,
  hasAll,
  onChange,
}: {
  items: readonly GoodsDraft[];
  value: string;
  hasAll: boolean;
  onChange: (value: string) => void;
}) {
  const t = useT();
  return (
    <Cell label={t('In item')} optional={false} className="min-w-0 flex-1">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {hasAll && <option value="">{t('Every item')}</option>}
        {/* Copied lines contain it both. */}
        {value === 'several' && <option value="several">{t('Several items')}</option>}
        {items.map((item, index) => (
          <option key={index} value={String(index)}>
            {[t('Item {number}', { number: index + 1 }), item.description]
              .filter(Boolean)
              .join(': ')}
          </option>
        ))}
      </Select>
    </Cell>
  );
}

export function DangerousFields() {
  const t = useT();
  const { control, setValue, formState } = useFormContext<QuoteDraft>();
  const [unCode, packageType, description, items] = useWatch({
    control,
    name: ['dangerousGoodUNCode', 'dangerousGoodPackageType', 'dangerousGoodDescription', 'items'],
  });
  const { errors } = formState;
  const set = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  const list = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  const others = items.flatMap(({ substances = [] }, at) =>
    substances.map((substance, index) => ({ at, index, substance })),
  );
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    list.current?.querySelector<HTMLInputElement>('[data-added] input')?.focus();
  });
  const setSubstances = (at: number, substances: SubstanceDraft[]) =>
    setValue(`items.${at}.substances`, substances, set);
  const at = (index: number) => items[index]?.substances ?? [];
  const flagged = items.flatMap(({ hasFirst }, index) => (hasFirst ? [index] : []));
  const isInAll = flagged.length === 0 || flagged.length === items.length;
  const hasLines = items.length > 1;
  return (
    <div ref={list} className="contents">
      <div className={hasLines || others.length > 0 ? BY_ITEM : ROW}>
        <SubstanceCells
          names={FIRST}
          value={{ unCode, packageType, description }}
          errors={{
            unCode: errors.dangerousGoodUNCode?.message,
            packageType: errors.dangerousGoodPackageType?.message,
            description: errors.dangerousGoodDescription?.message,
          }}
          onChange={(changed) => {
            for (const name of NAMES)
              if (changed[name] !== undefined) setValue(FIRST[name], changed[name], set);
          }}
        />
        {hasLines && (
          <ItemSelect
            items={items}
            hasAll
            value={isInAll ? '' : flagged.length > 1 ? 'several' : String(flagged[0])}
            onChange={(chosen) =>
              items.forEach((_, index) =>
                setValue(`items.${index}.hasFirst`, String(index) === chosen, set),
              )
            }
          />
        )}
      </div>
      {others.map(({ at: line, index, substance }, place) => (
        <div
          key={`${line} ${index}`}
          role="group"
          aria-label={t('UN number {number}', { number: place + 2 })}
          data-added={place === others.length - 1 || undefined}
          className={BY_ITEM}
        >
          <SubstanceCells
            names={{
              unCode: `items.${line}.substances.${index}.unCode`,
              packageType: `items.${line}.substances.${index}.packageType`,
              description: `items.${line}.substances.${index}.description`,
            }}
            value={substance}
            errors={{
              unCode: errors.items?.[line]?.substances?.[index]?.unCode?.message,
            }}
            onChange={(changed) =>
              setSubstances(
                line,
                at(line).map((one, other) => (other === index ? { ...one, ...changed } : one)),
              )
            }
          />
          <div className="flex items-center gap-1">
            {hasLines && (
              <ItemSelect
                items={items}
                hasAll={false}
                value={String(line)}
                onChange={(chosen) => {
                  setSubstances(line, at(line).toSpliced(index, 1));
                  setSubstances(Number(chosen), [...at(Number(chosen)), substance]);
                }}
              />
            )}
            <Button
              variant="ghost"
              size="icon"
              className="size-7 shrink-0"
              aria-label={t('Remove UN number {number}', { number: place + 2 })}
              onClick={() => {
                setSubstances(line, at(line).toSpliced(index, 1));
                list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
              }}
            >
              <X aria-hidden />
            </Button>
          </div>
        </div>
      ))}
      <div className="sm:col-span-2 lg:col-span-3">
        <Button
          data-add
          variant="ghost"
          size="sm"
          className="-ms-2 h-7"
          disabled={at(items.length - 1).length >= MAX_SUBSTANCES - 1}
          onClick={() => {
            isAdded.current = true;
            setSubstances(items.length - 1, [...at(items.length - 1), emptySubstance]);
          }}
        >
          <Plus aria-hidden />
          {t('Add UN number')}
        </Button>
      </div>
    </div>
  );
}
