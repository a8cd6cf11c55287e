// Changes the lines of a job's cost and price.
import { useRef, type KeyboardEvent } from 'react';
import { cn, useFormat } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { LineGrid, type AmountSum } from '../../../kit/lines/LineGrid.tsx';
import { useT } from '../../../lib/i18n.ts';
import { digitsOf } from '../../../lib/money.ts';
import { useTaxPercent } from '../../../lib/tax.ts';
import type { Job } from '../model.ts';
import { jobsKey } from '../queries.ts';
import {
  changedSides,
  isBlankPrice,
  MAX_CODE,
  MAX_LINES,
  newPriceLine,
  priceMember,
  priceProblems,
  priceRules,
  toPriceDraft,
  toPriceRequest,
  totalsOf,
  type PriceDraft,
  type PriceLine,
} from './charges.ts';

/** Charges that most tenants have. */
export const USUAL_CHARGES = ['FREIGHT', 'FUEL', 'TAILLIFT', 'WAIT', 'TOLL', 'FUTILE'];

function Totals({ job, digits }: { job: Job; digits: number }) {
  const t = useT();
  const format = useFormat();
  const percent = useTaxPercent();
  const { control } = useFormContext<PriceDraft>();
  const draft = { lines: useWatch({ control, name: 'lines' }) };
  const of = (side: 'buy' | 'sell') => totalsOf(draft, side, job.pricingdetails, percent, digits);
  const [cost, price] = [of('buy'), of('sell')];
  const paid = job.drivercharges.reduce((sum, { total }) => sum + Number(total), 0);
  const margin = price.net - cost.net - paid;
  const cell = 'pe-2.5 text-end whitespace-nowrap tabular-nums';
  const row = (label: string, amount: (sum: AmountSum) => number | null, isStrong = false) => (
    <tr className={cn(isStrong && 'font-semibold')}>
      <th scope="row" className={cn('py-0.5 text-start font-normal', isStrong && 'font-semibold')}>
        {label}
      </th>
      {[cost, price].map((sum, at) => {
        const value = amount(sum);
        return (
          <td key={at} className={cell}>
            {value === null ? t('by rate') : format.money(value)}
          </td>
        );
      })}
    </tr>
  );
  return (
    <div role="status" aria-live="off" className="border-t border-border pt-2 text-[13px]">
      <table className="ms-auto w-full max-w-96" aria-label={t('Totals')}>
        <thead className="text-xs text-muted-foreground">
          <tr>
            <th scope="col" className="sr-only">
              {t('Totals')}
            </th>
            <th scope="col" className={cn(cell, 'font-medium')}>
              {t('Cost')}
            </th>
            <th scope="col" className={cn(cell, 'font-medium')}>
              {t('Price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {row(t('Before tax'), ({ net }) => net)}
          {row(t('Tax'), ({ tax }) => tax)}
          {row(t('Total'), ({ total }) => total, true)}
        </tbody>
      </table>
      <p className={cn('mt-1 text-end', margin < 0 ? 'text-danger-text' : 'text-muted-foreground')}>
        {paid > 0
          ? t('Margin {margin} after {paid} for drivers', {
              margin: format.money(margin),
              paid: format.money(paid),
            })
          : t('Margin {margin}', { margin: format.money(margin) })}
      </p>
    </div>
  );
}

export function PriceDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const digits = digitsOf(format.currency);
  const sent = useRef<readonly PriceLine[]>([]);
  const form = useRecordForm<Job, PriceDraft, unknown>({
    record: job,
    values: ({ pricingdetails }) => toPriceDraft(pricingdetails, digits),
    rules: (values) => priceRules(values, t),
    check: (values) => priceProblems(values, t),
    members: (member) => priceMember(sent.current, member),
    units: ['lines'],
    save: async (values, record) => {
      sent.current = values.lines;
      if (changedSides(values, record.pricingdetails, digits).length > 0)
        await api.put('/api/jobs/job/job-price', {
          jobprice: toPriceRequest(values, record, digits),
        });
    },
    stale: [jobsKey],
    notice: () => t('Charges of {name} saved', { name: job.jobno }),
    saved: onClose,
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit();
  };
  return (
    <FormDialog
      of={form}
      size="xl"
      title={t('Charges of {name}', { name: job.jobno })}
      description={t('Amounts before tax. An empty cost or price is left out.')}
      onClose={onClose}
    >
      <div className="grid gap-3" onKeyDown={onKey}>
        <LineGrid<PriceLine>
          name="lines"
          className="sm:grid-cols-[minmax(8rem,1fr)_8rem_8rem_4.5rem_2rem]"
          columns={[
            {
              id: 'code',
              label: t('Charge'),
              maxLength: MAX_CODE,
              proposals: USUAL_CHARGES,
            },
            { id: 'cost', label: t('Cost'), kind: 'number' },
            { id: 'price', label: t('Price'), kind: 'number' },
            { id: 'taxed', label: t('With tax'), kind: 'flag' },
          ]}
          newLine={newPriceLine}
          isBlank={isBlankPrice}
          max={MAX_LINES}
          first="code"
          canBeEmpty
        />
        <Totals job={job} digits={digits} />
      </div>
    </FormDialog>
  );
}
