// Totals by decision.
import { Badge, useFormat } from '@waybill/plugin';
import { ProgressBar } from '../../../kit/ProgressBar.tsx';
import { useT } from '../../../lib/i18n.ts';
import { DifferenceText } from '../DifferenceText.tsx';
import { decidedCount, difference, STATUSES, type Reconciliation } from '../model.ts';

export function Totals({ of }: { of: Reconciliation }) {
  const t = useT();
  const format = useFormat();
  const { totals } = of;
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
    <dl
      aria-label={t('Totals before tax')}
      className="flex shrink-0 flex-wrap gap-x-5 gap-y-1 text-[13px]"
    >
      {amounts.map(entry)}
      <div className="flex items-baseline gap-1.5">
        <dt className="text-muted-foreground">{t('Difference')}</dt>
        <dd className="font-medium">
          <DifferenceText value={difference(totals)} />
        </dd>
      </div>
      {outcome.map(entry)}
    </dl>
  );
}

export function DecisionProgress({ of }: { of: Reconciliation }) {
  const t = useT();
  const format = useFormat();
  const decided = decidedCount(of);
  return (
    <span className="ms-auto flex min-w-80 max-sm:min-w-0 max-sm:basis-full items-center gap-2 text-[13px]">
      <Badge tone={STATUSES[of.status].tone}>{t(STATUSES[of.status].text)}</Badge>
      <ProgressBar
        label={t('Lines decided')}
        share={of.totals.count > 0 ? decided / of.totals.count : 0}
        className="flex-1"
      />
      <span className="whitespace-nowrap text-muted-foreground tabular-nums">
        {t('{done} of {total} decided', {
          done: format.number(decided),
          total: format.number(of.totals.count),
        })}
      </span>
    </span>
  );
}
