// Rate form with breaks as rows.
import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { cn, Button } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import type { Schema } from '../../api/types.ts';
import { FlagField, NumberField, SelectField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useT } from '../../lib/i18n.ts';
import { CellField, CellSelect } from './CellField.tsx';
import { choices, methods, rateTypes, units, type Rate, type RateCard } from './model.ts';
import { fetchRate, ofCardKey, saveRate, servicesQuery, zonesQuery } from './queries.ts';
import { draftOf, newLine, rateProblems, rateRules, toSent, type RateDraft } from './rate-draft.ts';

const MAX_LINES = 100;

export interface RateDialogProps {
  card: RateCard;
  rate: Rate | null;
  begin?: RateDraft;
  /** Server warnings. */
  onSaved: (rate: Rate, warnings: readonly Schema<'FieldMessage'>[]) => void;
  onClose: () => void;
}

export function RateDialog({ card, rate, begin, onSaved, onClose }: RateDialogProps) {
  const t = useT();
  const form = useRecordForm({
    record: rate,
    values: (one) => (one === null && begin ? begin : draftOf(one)),
    rules: (values) => rateRules(values, t),
    check: (values) => rateProblems(values, t),
    save: (values, record) =>
      saveRate({
        ...(record ? { id: record.id, rowVersion: record.rowVersion } : {}),
        ...toSent(values),
      }),
    units: ['rateDetails'],
    stale: [ofCardKey(card.id)],
    notice: (_, { fromZone, toZone }) =>
      rate
        ? t('Rate {from} – {to} saved', { from: fromZone, to: toZone })
        : t('Rate {from} – {to} added', { from: fromZone, to: toZone }),
    saved: (answer) => {
      onSaved(answer.rate, answer.warnings);
      onClose();
    },
    ...(rate ? { newest: () => fetchRate(card.id, rate.rateServiceId, rate.id) } : {}),
  });
  return (
    <FormDialog
      of={form}
      size="lg"
      title={
        rate
          ? t('Edit rate {from} – {to}', { from: rate.fromZone, to: rate.toZone })
          : t('New rate')
      }
      action={rate ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <Lane card={card} />
      <Lines />
      <div className="grid gap-3 sm:grid-cols-3">
        <NumberField name="minimum" label={t('Minimum charge')} unit={card.currency} />
        <NumberField
          name="cubicAllowance"
          label={t('Cubic allowance')}
          unit="kg/m³"
          hint={t('Empty: {number}, as on the rate card', { number: card.terms.cubicAllowance })}
        />
        <NumberField
          name="transitTime"
          label={t('Transit time')}
          unit={t('business days')}
          integer
        />
        <TextField name="effectiveDate" type="date" label={t('First day')} />
        <TextField name="expireDate" type="date" label={t('Last day')} />
        <TextField name="cutOffTime" type="time" label={t('Cut-off time')} />
      </div>
    </FormDialog>
  );
}

function Lane({ card }: { card: RateCard }) {
  const t = useT();
  const { data: services = [] } = useQuery(servicesQuery(card.id));
  const { data: zones = [] } = useQuery(zonesQuery(card.id));
  const { setValue, getValues } = useFormContext<RateDraft>();
  const only = services.length === 1 ? services[0] : undefined;
  // The only service is preselected.
  useEffect(() => {
    if (only && !getValues('rateServiceId')) setValue('rateServiceId', String(only.id));
  }, [only, getValues, setValue]);
  const code = { list: 'rate-zones', dir: 'ltr', spellCheck: false } as const;
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {/* Remounts when services load, to keep the selection. */}
      <SelectField key={services.length} name="rateServiceId" label={t('Service')} optional={false}>
        <option value="">{t('Choose…')}</option>
        {services.map(({ id, code: word, name }) => (
          <option key={id} value={id}>
            {word} {name}
          </option>
        ))}
      </SelectField>
      <TextField name="fromZone" label={t('From zone')} {...code} />
      <TextField name="toZone" label={t('To zone')} {...code} />
      <datalist id="rate-zones">
        {zones.map(({ id, code: word, name }) => (
          <option key={id} value={word}>
            {name}
          </option>
        ))}
      </datalist>
      <SelectField name="calculationMethod" label={t('Charged')} optional={false}>
        {choices(methods).map(([value, text]) => (
          <option key={value} value={value}>
            {t(text)}
          </option>
        ))}
      </SelectField>
      <FlagField name="reciprocal" label={t('Both directions')} className="self-center" />
      <FlagField
        name="accumulative"
        label={t('Cumulative breaks')}
        hint={t('Each unit is priced at its own break')}
        className="self-center"
      />
    </div>
  );
}

function Lines() {
  const t = useT();
  const { formState, getFieldState } = useFormContext<RateDraft>();
  const { fields, append, remove } = useFieldArray<RateDraft, 'rateDetails', 'key'>({
    name: 'rateDetails',
    keyName: 'key',
  });
  const lines = useWatch<RateDraft, 'rateDetails'>({ name: 'rateDetails' }) ?? [];
  const method = useWatch<RateDraft, 'calculationMethod'>({ name: 'calculationMethod' });
  const unit = units[method] ? t(units[method]) : '';
  const adder = useRef<HTMLButtonElement>(null);
  const add = () =>
    append(newLine(lines.at(-1)), {
      shouldFocus: true,
      focusName: `rateDetails.${fields.length}.break`,
    });
  const tableError = getFieldState('rateDetails', formState).error;
  return (
    <fieldset className="grid min-w-0 gap-2" data-field="rateDetails">
      <legend className="mb-1 text-[13px] font-medium">{t('Breaks')}</legend>
      {fields.map((field, at) => {
        const type = lines[at]?.rateType ?? 'Break';
        const name = (part: string) => `rateDetails.${at}.${part}`;
        const number = at + 1;
        return (
          <div
            key={field.key}
            role="group"
            aria-label={t('Line {number}', { number })}
            className={cn(
              'grid grid-cols-2 items-start gap-2 border-b border-border pb-2',
              'sm:grid-cols-[1.3fr_1fr_1fr_1fr_auto] sm:border-0 sm:pb-0',
            )}
          >
            <CellSelect name={name('rateType')} label={t('Kind')} shown={at === 0}>
              {choices(rateTypes).map(([value, text]) => (
                <option key={value} value={value}>
                  {t(text)}
                </option>
              ))}
            </CellSelect>
            <CellField
              name={name('break')}
              label={unit ? t('Up to ({unit})', { unit }) : t('Up to')}
              shown={at === 0}
              disabled={type === 'Basic'}
              placeholder={type === 'Basic' ? '' : t('no limit')}
            />
            <CellField name={name('basic')} label={t('Charged once')} shown={at === 0} />
            <CellField
              name={name('value')}
              label={t('Price')}
              shown={at === 0}
              disabled={type === 'Basic'}
            />
            <Button
              variant="ghost"
              size="icon"
              className={at === 0 ? 'sm:mt-6' : ''}
              aria-label={t('Remove line {number}', { number })}
              disabled={fields.length === 1}
              onClick={() => {
                remove(at);
                adder.current?.focus();
              }}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        );
      })}
      {tableError?.message && (
        <p className="text-xs font-medium text-destructive-text">{tableError.message}</p>
      )}
      <div>
        <Button
          ref={adder}
          variant="outline"
          size="sm"
          disabled={fields.length >= MAX_LINES}
          onClick={add}
        >
          <Plus aria-hidden /> {t('Add line')}
        </Button>
      </div>
    </fieldset>
  );
}
