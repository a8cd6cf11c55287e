// What the lines of an invoice come to, as they are decided.
import { Badge, useFormat } from '@waybill/plugin';
import { ProgressBar } from '../../../kit/ProgressBar.tsx';
import { useT } from '../../../lib/i18n.ts';
import { DifferenceText } from '../DifferenceText.tsx';
import { decidedCount, difference, STATUSES, type Reconciliation } from '../model.ts';

export function Totals({ of }: { of: Reconciliation }) {
  const t = useT();
  const format = useFormat();
  const { totals } = of;
  const decided = decidedCount(of);
  const amounts: [string, number][] = [
    [t('Quoted'), totals.carrierQuotedAmount],
    [t('Invoiced'), totals.carrierInvoicedAmount],
  ];
  const outcome: [string, number][] = [
    [t('Approved'), totals.approvedAmount],
    [t('Absorbed'), totals.absorbedAmount],
    [t('Recharged'), totals.rechargeAmount],
  ];
  const entry = ([label, value]: [string, number]) => (
    <div key={label} className="flex items-baseline gap-1.5">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="font-medium tabular-nums">{format.money(value)}</dd>
    </div>
  );
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-1 text-[13px]">
      <Badge tone={STATUSES[of.status].tone}>{t(STATUSES[of.status].text)}</Badge>
      <dl aria-label={t('Totals before tax')} className="flex flex-wrap gap-x-5 gap-y-1">
        {amounts.map(entry)}
        <div className="flex items-baseline gap-1.5">
          <dt className="text-muted-foreground">{t('Difference')}</dt>
          <dd className="font-medium">
            <DifferenceText value={difference(totals)} />
          </dd>
        </div>
        {outcome.map(entry)}
      </dl>
      <span className="ms-auto flex min-w-52 items-center gap-2">
        <ProgressBar label={t('Lines decided')} share={totals.count > 0 ? decided / totals.count : 0} className="flex-1" />
        <span className="whitespace-nowrap text-muted-foreground tabular-nums">{t('{done} of {total} decided', { done: format.number(decided), total: format.number(totals.count) })}</span>
      </span>
    </div>
  );
}
