// Number series form.
import { useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { cn, Button, Card, CardHeader, EmptyState, Input, readNumber } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { FlagField, NumberField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { FormSelect } from '../../../kit/FormSelect.tsx';
import { RowField, RowsCard } from '../../../kit/settings/RowsCard.tsx';
import { useT } from '../../../lib/i18n.ts';
import { usePermissions } from '../../../api/session.ts';
import { choices } from '../model.ts';
import { useUnitNames } from './NumberProof.tsx';
import { KINDS, nextNumber, type Kind, type Series, type UnitCode } from './numbering.ts';
import { numberProofQuery } from './queries.ts';

const CODES = 'numbering.unitCodes';

type Typed = Omit<Series, 'digits' | 'start'> & { digits: string; start: string };
type TypedCode = Omit<UnitCode, 'organizationUnitId'> & { organizationUnitId: string };

const read = (typed: Typed): Series => ({
  ...typed,
  digits: Math.min(12, Math.max(1, readNumber(typed.digits) ?? 1)),
  start: readNumber(typed.start) ?? 1,
});
const codesOf = (typed: readonly TypedCode[]): UnitCode[] =>
  typed.map(({ organizationUnitId, code }) => ({
    organizationUnitId: Number(organizationUnitId),
    code,
  }));

function Next({ at, day, mayProve }: { at: number; day: string; mayProve: boolean }) {
  const t = useT();
  const units = useUnitNames();
  const typed = useWatch({ name: `numbering.series.${at}` }) as Typed | undefined;
  const codes = codesOf((useWatch({ name: CODES }) as TypedCode[] | undefined) ?? []);
  const { data } = useQuery({ ...numberProofQuery, enabled: mayProve });
  if (!typed) return null;
  const unit =
    (typed.byUnit &&
      codes.find(({ organizationUnitId }) => organizationUnitId > 0)?.organizationUnitId) ||
    0;
  const number = nextNumber(read(typed), codes, data?.items ?? [], day, unit);
  return (
    <div role="status" className="rounded-md bg-muted px-3 py-2 text-sm">
      <span className="text-[13px] text-muted-foreground">
        {mayProve ? t('Next number:') : t('First number:')}{' '}
      </span>
      <bdi className="font-medium break-all tabular-nums">{number}</bdi>
      {typed.byUnit && (
        <span className="text-[13px] text-muted-foreground">
          {' '}
          {unit === 0
            ? t('for customers without a unit')
            : t('for customers of {unit}', {
                unit: units.get(unit) ?? t('Unit {number}', { number: unit }),
              })}
        </span>
      )}
    </div>
  );
}

export function SeriesFields({ day, mayProve }: { day: string; mayProve: boolean }) {
  const t = useT();
  const box = useRef<HTMLElement>(null);
  const maySeeNumbers = usePermissions().has('Pages.Administration.Tenant.Settings');
  const { fields, append, remove } = useFieldArray({ name: 'numbering.series', keyName: 'key' });
  const typed = (useWatch({ name: 'numbering.series' }) as Typed[] | undefined) ?? [];
  const free = choices(KINDS).find(([kind]) => !typed.some((one) => one.kind === kind))?.[0];
  const add = () => {
    if (!free) return;
    const series: Typed = {
      kind: free,
      prefix: '',
      postfix: '',
      digits: '6',
      start: '1',
      byYear: false,
      byUnit: false,
    };
    append(series, { shouldFocus: false });
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`[name="numbering.series.${typed.length}.kind"]`)
        ?.focus(),
    );
  };
  const button = (
    <Button variant="outline" size="sm" disabled={!free} onClick={add}>
      <Plus aria-hidden /> {t('Add series')}
    </Button>
  );
  const titleOf = (kind: Kind | undefined) => (kind ? t(KINDS[kind]) : '');
  return (
    <Card ref={box} data-field="numbering.series" tabIndex={-1}>
      <CardHeader
        title={t('Series')}
        description={
          <>
            {t(
              'Invoice types without a series use the series of all invoices. Without any, ' +
                'credit notes start at CN000001, remittance advices at REM000001, and invoices ' +
                'follow the organisation’s numbering.',
            )}{' '}
            {maySeeNumbers && (
              <Link
                to="/settings/$"
                params={{ _splat: 'numbers' }}
                className={cn(
                  'rounded text-link underline underline-offset-2 focus-visible:outline-2',
                  'focus-visible:outline-ring',
                )}
              >
                {t('Organisation numbers')}
              </Link>
            )}
          </>
        }
        actions={fields.length > 0 && button}
      />
      {fields.length === 0 ? (
        <EmptyState
          title={t('No custom series')}
          description={t('Add one to number a kind of document automatically, by year or by unit.')}
          action={button}
          className="py-8"
        />
      ) : (
        <ol className="grid gap-4">
          {fields.map(({ key }, at) => {
            const name = (member: keyof Series) => `numbering.series.${at}.${member}`;
            return (
              <li key={key}>
                <fieldset className="grid gap-3 rounded-md border border-border p-3">
                  <legend className="px-1 text-[13px] font-semibold">
                    {titleOf(typed[at]?.kind)}
                  </legend>
                  <div
                    className={cn(
                      'grid gap-3 sm:grid-cols-2',
                      'lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_auto]',
                    )}
                  >
                    <SelectField name={name('kind')} label={t('Documents')}>
                      {choices(KINDS).map(([kind, text]) => (
                        <option key={kind} value={kind}>
                          {t(text)}
                        </option>
                      ))}
                    </SelectField>
                    <TextField
                      name={name('prefix')}
                      label={t('Prefix')}
                      dir="ltr"
                      maxLength={60}
                      placeholder="INV-"
                    />
                    <TextField
                      name={name('postfix')}
                      label={t('Suffix')}
                      optional
                      dir="ltr"
                      maxLength={60}
                    />
                    <Button
                      variant="ghost"
                      size="icon"
                      className="self-start max-lg:order-last lg:mt-6"
                      aria-label={t('Remove {name}', { name: titleOf(typed[at]?.kind) })}
                      onClick={() => remove(at)}
                    >
                      <Trash2 aria-hidden />
                    </Button>
                    <NumberField name={name('digits')} label={t('Digits')} integer />
                    <NumberField name={name('start')} label={t('Start at')} integer />
                  </div>
                  <FlagField
                    name={name('byYear')}
                    label={t('Each year separately')}
                    hint={t('The prefix or suffix needs {year} or {shortYear}.', {
                      year: '{yyyy}',
                      shortYear: '{yy}',
                    })}
                  />
                  <FlagField
                    name={name('byUnit')}
                    label={t('Each organisation unit separately')}
                    hint={t(
                      'The prefix or suffix needs {unit}, which the customer’s unit is filled in for.',
                      { unit: '{unit}' },
                    )}
                  />
                  <Next at={at} day={day} mayProve={mayProve} />
                </fieldset>
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}

export function UnitCodes() {
  const t = useT();
  const units = useUnitNames();
  const { register } = useFormContext();
  const { fields, append, remove } = useFieldArray({ name: CODES, keyName: 'key' });
  const series = (useWatch({ name: 'numbering.series' }) as Typed[] | undefined) ?? [];
  const typed = (useWatch({ name: CODES }) as TypedCode[] | undefined) ?? [];
  // Needed only if a format contains the unit.
  if (
    fields.length === 0 &&
    !series.some(
      ({ byUnit, prefix, postfix }) => byUnit || `${prefix}${postfix}`.includes('{unit}'),
    )
  )
    return null;
  return (
    <RowsCard
      name={CODES}
      title={t('Unit codes in numbers')}
      description={t(
        'The unit’s code in the document numbers of its customers. A unit without a code is shown by its ID.',
      )}
      keys={fields.map(({ key }) => key)}
      columns={[
        {
          header: t('Unit'),
          className: 'align-top',
          cell: (at) => {
            const own = Number(typed[at]?.organizationUnitId);
            return (
              <RowField name={`${CODES}.${at}.organizationUnitId`} label={t('Unit')}>
                <FormSelect name={`${CODES}.${at}.organizationUnitId`}>
                  <option value="">{t('Choose a unit')}</option>
                  {own > 0 && !units.has(own) && (
                    <option value={String(own)}>{t('Unit {number}', { number: own })}</option>
                  )}
                  {[...units].map(([id, name]) => (
                    <option key={id} value={String(id)}>
                      {name}
                    </option>
                  ))}
                </FormSelect>
              </RowField>
            );
          },
        },
        {
          header: t('Code'),
          className: 'w-40 align-top',
          cell: (at) => (
            <RowField name={`${CODES}.${at}.code`} label={t('Code')}>
              <Input
                autoComplete="off"
                dir="ltr"
                maxLength={8}
                {...register(`${CODES}.${at}.code`)}
              />
            </RowField>
          ),
        },
      ]}
      nameOf={(at) => typed[at]?.code || t('row')}
      onRemove={remove}
      add={{
        text: t('Add unit'),
        disabled: units.size === 0,
        onClick: () => append({ organizationUnitId: '', code: '' }, { shouldFocus: false }),
      }}
      empty={{
        title: t('No unit has a code'),
        description: t('Add one to have SYD in numbers, for instance.'),
      }}
    />
  );
}
