// Rows of a card's terms: levies, holidays.
import type { ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, Card, CardHeader } from '@waybill/plugin';
import { useFieldArray, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../lib/i18n.ts';
import { CellField, CellSelect } from './CellField.tsx';
import { newLevy, type CardDraft } from './card-draft.ts';
import { choices, feeTypes, levyCases } from './model.ts';

interface RowsProps {
  title: string;
  description: string;
  add: string;
  max: number;
  readOnly: boolean;
  onAdd: () => void;
  onRemove: (at: number) => void;
  keys: readonly string[];
  /** Row label: "Levy 2". */
  row: (number: number) => string;
  columns: string;
  /** Shows labels in every row. */
  labelled?: boolean;
  children: (at: number) => ReactNode;
}

function Rows({
  title,
  description,
  add,
  max,
  readOnly,
  onAdd,
  onRemove,
  keys,
  row,
  columns,
  labelled = false,
  children,
}: RowsProps) {
  const t = useT();
  return (
    <Card>
      <CardHeader
        title={title}
        description={description}
        actions={
          !readOnly && (
            <Button variant="outline" size="sm" disabled={keys.length >= max} onClick={onAdd}>
              <Plus aria-hidden /> {add}
            </Button>
          )
        }
      />
      <div className="grid gap-2">
        {keys.map((key, at) => (
          <div
            key={key}
            role="group"
            aria-label={row(at + 1)}
            className="flex items-start gap-2 border-b border-border pb-2 last:border-0 last:pb-0"
          >
            <div className={`grid min-w-0 flex-1 grid-cols-2 items-start gap-2 ${columns}`}>
              {children(at)}
            </div>
            {!readOnly && (
              <Button
                variant="ghost"
                size="icon"
                className={labelled || at === 0 ? 'mt-6' : 'max-sm:mt-6'}
                aria-label={t('Remove {name}', { name: row(at + 1) })}
                onClick={() => onRemove(at)}
              >
                <Trash2 aria-hidden />
              </Button>
            )}
          </div>
        ))}
      </div>
    </Card>
  );
}

export function FuelLevies({ readOnly }: { readOnly: boolean }) {
  const t = useT();
  const { fields, append, remove } = useFieldArray<CardDraft, 'terms.fuelLevies', 'key'>({
    name: 'terms.fuelLevies',
    keyName: 'key',
  });
  return (
    <Rows
      title={t('Fuel levies')}
      description={t('Each applies from its day until the next one does.')}
      add={t('Add fuel levy')}
      max={400}
      readOnly={readOnly}
      onAdd={() => append({ fromDate: '', percent: '' })}
      onRemove={remove}
      keys={fields.map(({ key }) => key)}
      row={(number) => t('Fuel levy {number}', { number })}
      columns="sm:max-w-md"
    >
      {(at) => (
        <>
          <CellField
            name={`terms.fuelLevies.${at}.fromDate`}
            type="date"
            label={t('From')}
            shown={at === 0}
          />
          <CellField
            name={`terms.fuelLevies.${at}.percent`}
            label={t('Percent')}
            shown={at === 0}
          />
        </>
      )}
    </Rows>
  );
}

export function Levies({ readOnly }: { readOnly: boolean }) {
  const t = useT();
  const { fields, append, remove } = useFieldArray<CardDraft, 'terms.levies', 'key'>({
    name: 'terms.levies',
    keyName: 'key',
  });
  const levies = useWatch<CardDraft, 'terms.levies'>({ name: 'terms.levies' }) ?? [];
  return (
    <Rows
      title={t('Levies')}
      description={t('Charges in addition to freight. The amounts of one levy add up.')}
      add={t('Add levy')}
      max={100}
      readOnly={readOnly}
      onAdd={() => append(newLevy())}
      onRemove={remove}
      keys={fields.map(({ key }) => key)}
      row={(number) => t('Levy {number}', { number })}
      columns="sm:grid-cols-4"
      labelled
    >
      {(at) => {
        const of = (name: string) => `terms.levies.${at}.${name}`;
        const word = levies[at]?.when.case ?? '';
        return (
          <>
            <CellField name={of('code')} type="text" label={t('Code')} shown />
            <CellField name={of('name')} type="text" label={t('Name')} shown />
            <CellSelect name={of('feeType')} label={t('For')} shown>
              {choices(feeTypes).map(([value, text]) => (
                <option key={value} value={value}>
                  {t(text)}
                </option>
              ))}
            </CellSelect>
            <CellField name={of('amount')} label={t('Amount')} shown />
            <CellField name={of('amountPerItem')} label={t('Amount per item')} shown />
            <CellField name={of('percent')} label={t('Percent of the freight')} shown />
            <CellSelect name={of('when.case')} label={t('Charged when')} shown>
              <option value="">{t('Always')}</option>
              {choices(levyCases).map(([value, text]) => (
                <option key={value} value={value}>
                  {t(text)}
                </option>
              ))}
            </CellSelect>
            {word === 'Option' && (
              <CellField
                name={of('when.option')}
                type="text"
                label={t('Option')}
                placeholder="tail-lift"
                shown
              />
            )}
            {word === 'OverLength' && (
              <CellField name={of('when.lengthMm')} label={t('Length (mm)')} shown />
            )}
            {word === 'OverWeight' && (
              <CellField name={of('when.weightG')} label={t('Weight (kg)')} shown />
            )}
            {word === 'Zone' && (
              <CellField name={of('when.zone')} type="text" label={t('Zone')} shown />
            )}
          </>
        );
      }}
    </Rows>
  );
}

export function Holidays({ readOnly }: { readOnly: boolean }) {
  const t = useT();
  const { fields, append, remove } = useFieldArray<CardDraft, 'terms.holidays', 'key'>({
    name: 'terms.holidays',
    keyName: 'key',
  });
  return (
    <Rows
      title={t('Holidays')}
      description={t('Days without pickups and deliveries.')}
      add={t('Add holiday')}
      max={400}
      readOnly={readOnly}
      onAdd={() => append({ date: '', stateCode: '', name: '' })}
      onRemove={remove}
      keys={fields.map(({ key }) => key)}
      row={(number) => t('Holiday {number}', { number })}
      columns="sm:grid-cols-[1fr_2fr_1fr]"
    >
      {(at) => (
        <>
          <CellField
            name={`terms.holidays.${at}.date`}
            type="date"
            label={t('Day')}
            shown={at === 0}
          />
          <CellField
            name={`terms.holidays.${at}.name`}
            type="text"
            label={t('Name')}
            shown={at === 0}
          />
          <CellField
            name={`terms.holidays.${at}.stateCode`}
            type="text"
            label={t('State')}
            placeholder={t('everywhere')}
            shown={at === 0}
          />
        </>
      )}
    </Rows>
  );
}
