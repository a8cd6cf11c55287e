// Adds hours and other amounts to the customer's price, or to a driver's earnings.
import { useRef, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormat, readNumber } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { useRecordForm } from '../../../kit/form.ts';
import { NumberField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { LineGrid, LineTotals } from '../../../kit/lines/LineGrid.tsx';
import { activeDriversQuery } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import { digitsOf, fieldText } from '../../../lib/money.ts';
import { useTaxPercent } from '../../../lib/tax.ts';
import type { Job } from '../model.ts';
import { jobsKey } from '../queries.ts';
import { MAX_CODE, MAX_LINES, sumOf } from './charges.ts';
import { USUAL_CHARGES } from './PriceDialog.tsx';
import {
  emptyWork,
  hourlyAmount,
  hoursText,
  isBlankWork,
  newWorkLine,
  paidMinutes,
  toWork,
  workMember,
  workProblems,
  workRules,
  type WorkDraft,
  type WorkLine,
} from './work.ts';

export type Payee = 'customer' | 'driver';

function DriverField() {
  const t = useT();
  const drivers = useQuery({ ...activeDriversQuery, staleTime: 60_000 });
  return (
    <SelectField name="driverid" label={t('Driver')} optional={false} className="sm:col-span-2">
      <option value="">{t('Choose a driver')}</option>
      {drivers.data?.map(({ id, name, code }) => (
        <option key={id} value={id}>
          {name} ({code})
        </option>
      ))}
    </SelectField>
  );
}

/** What is added, as soon as it is typed. */
function Added({ of, digits }: { of: Payee; digits: number }) {
  const t = useT();
  const format = useFormat();
  const percent = useTaxPercent();
  const { control } = useFormContext<WorkDraft>();
  const draft = useWatch({ control }) as WorkDraft;
  const minutes = paidMinutes(draft, format.fromLocalInput);
  const rate = readNumber(draft.rate);
  const paid = minutes === null || rate === null ? null : hourlyAmount(minutes, rate, digits);
  const sum = sumOf(
    [
      ...(paid === null ? [] : [{ amount: fieldText(paid, digits), taxed: true }]),
      ...draft.lines.filter((line) => !isBlankWork(line)),
    ],
    percent,
    digits,
  );
  return (
    <div className="grid gap-2 border-t border-border pt-2 text-[13px]">
      {minutes !== null && (
        <p className="text-end text-muted-foreground tabular-nums">
          {rate === null || paid === null
            ? t('{time} h are paid', { time: hoursText(minutes) })
            : t('{time} h at {rate} an hour: {amount}', {
                time: hoursText(minutes),
                rate: format.money(rate),
                amount: format.money(paid),
              })}
        </p>
      )}
      {of === 'customer' ? (
        <LineTotals of={sum} money={(amount) => format.money(amount)} className="border-t-0 pt-0" />
      ) : (
        <p className="text-end font-semibold tabular-nums">
          {t('{amount} before tax', { amount: format.money(sum.net) })}
        </p>
      )}
    </div>
  );
}

export function WorkDialog({ job, of, onClose }: { job: Job; of: Payee; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const digits = digitsOf(format.currency);
  const isDriver = of === 'driver';
  const sent = useRef<readonly WorkLine[]>([]);
  const form = useRecordForm<null, WorkDraft, unknown>({
    record: null,
    values: () => emptyWork(job.driverid),
    rules: (values) => workRules(values, t),
    check: (values) => workProblems(values, isDriver, t),
    members: (member) => workMember(sent.current, member),
    save: (values) => {
      sent.current = values.lines;
      const charges = toWork(values, format.fromLocalInput);
      return isDriver
        ? api.put('/api/jobs/job/driver-charge-add', {
            drivercharge: { jobid: job.id, driverid: Number(values.driverid), charges },
          })
        : api.put('/api/jobs/job/customer-charge', {
            customercharge: { jobid: job.id, charges },
          });
    },
    stale: [jobsKey],
    notice: () =>
      isDriver
        ? t('Driver charge of {name} added', { name: job.jobno })
        : t('Charge of {name} added', { name: job.jobno }),
    saved: onClose,
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit();
  };
  return (
    <FormDialog
      of={form}
      size="lg"
      title={
        isDriver
          ? t('Pay a driver for {name}', { name: job.jobno })
          : t('Add a charge to {name}', { name: job.jobno })
      }
      description={
        isDriver
          ? t('Is added to what the driver earns with the job.')
          : t("Is added to the customer's price.")
      }
      action={t('Add')}
      onClose={onClose}
    >
      <div className="grid gap-3" onKeyDown={onKey}>
        <div className="grid gap-3 sm:grid-cols-2">
          {isDriver && <DriverField />}
          <TextField name="start" type="datetime-local" label={t('Start')} optional />
          <TextField name="end" type="datetime-local" label={t('End')} optional />
        </div>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <NumberField name="hours" label={t('Hours')} unit={t('h')} hint={t('Or start and end')} />
          <NumberField name="pause" label={t('Unpaid break')} unit={t('min')} />
          <NumberField name="roundBy" label={t('Round up to')} unit={t('min')} />
          <NumberField name="rate" label={t('Rate an hour')} />
        </div>
        <section aria-label={t('Other amounts')} className="grid gap-1.5">
          <h3 className="text-[13px] font-medium">{t('Other amounts')}</h3>
          <LineGrid<WorkLine>
            name="lines"
            className="sm:grid-cols-[minmax(8rem,1fr)_9rem_4.5rem_2rem]"
            columns={[
              { id: 'code', label: t('Charge'), maxLength: MAX_CODE, proposals: USUAL_CHARGES },
              { id: 'amount', label: t('Before tax'), kind: 'number' },
              { id: 'taxed', label: t('With tax'), kind: 'flag' },
            ]}
            newLine={newWorkLine}
            isBlank={isBlankWork}
            max={MAX_LINES}
            first="code"
            canBeEmpty
          />
        </section>
        <Added of={of} digits={digits} />
      </div>
    </FormDialog>
  );
}
