// Cost and price of a job, by charge, as far as the reader may see them.
import { Card, CardHeader, cn, useFormat, words } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Job, JobPrice } from '../model.ts';

interface Line {
  name: string;
  buy: number | null;
  sell: number | null;
}

/** Lines of both prices, joined by their service. */
export function priceLines({ buy, sell }: Job['pricingdetails']): Line[] {
  const lines = new Map<string, Line>();
  const add = (price: JobPrice | null, side: 'buy' | 'sell') => {
    for (const { servicecode, amount } of price?.chargebreakdown ?? []) {
      const line = lines.get(servicecode) ?? { name: servicecode, buy: null, sell: null };
      lines.set(servicecode, { ...line, [side]: (line[side] ?? 0) + Number(amount) });
    }
  };
  add(buy, 'buy');
  add(sell, 'sell');
  return [...lines.values()];
}

export function Prices({ job }: { job: Job }) {
  const t = useT();
  const format = useFormat();
  const { buy, sell } = job.pricingdetails;
  if (!buy && !sell) return null;
  const sides = [
    ...(buy ? [{ side: 'buy' as const, title: t('Cost'), price: buy }] : []),
    ...(sell ? [{ side: 'sell' as const, title: t('Price'), price: sell }] : []),
  ];
  const margin = buy && sell ? sell.totaltaxexclusive - buy.totaltaxexclusive : null;
  const cell = 'py-1.5 ps-4 text-end whitespace-nowrap tabular-nums';
  const foot = (label: string, amount: (price: JobPrice) => number, strong = false) => (
    <tr className={strong ? 'font-semibold' : 'font-normal'}>
      <th scope="row" className={cn('py-1 text-start', strong ? 'font-semibold' : 'font-normal')}>
        {label}
      </th>
      {sides.map(({ side, price }) => (
        <td key={side} className={cn(cell, 'py-1')}>
          {format.money(amount(price))}
        </td>
      ))}
    </tr>
  );
  return (
    <Card>
      <CardHeader
        title={t('Charges')}
        {...(margin !== null && sell && sell.totaltaxexclusive > 0
          ? {
              description: t('Margin {margin} ({share} %) before tax', {
                margin: format.money(margin),
                share: format.number((margin / sell.totaltaxexclusive) * 100, 1),
              }),
            }
          : {})}
      />
      <table className="w-full text-[13px]" aria-label={t('Charges')}>
        <thead className="border-b border-border text-xs text-muted-foreground">
          <tr>
            <th scope="col" className="py-1.5 text-start font-medium">
              {t('Charge')}
            </th>
            {sides.map(({ side, title }) => (
              <th key={side} scope="col" className="py-1.5 ps-4 text-end font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {priceLines(job.pricingdetails).map((line) => (
            <tr key={line.name}>
              <th scope="row" className="py-1.5 text-start font-normal">
                {words(line.name)}
              </th>
              {sides.map(({ side }) => (
                <td key={side} className={cell}>
                  {line[side] === null ? '–' : format.money(line[side])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-border">
          {foot(t('Before tax'), (price) => price.totaltaxexclusive)}
          {foot(t('Tax'), (price) => price.tax)}
          {foot(t('Total'), (price) => price.total, true)}
        </tfoot>
      </table>
      {job.ratenotes && (
        <p className="mt-2 border-t border-border pt-2 text-[13px] text-muted-foreground">
          {job.ratenotes}
        </p>
      )}
    </Card>
  );
}
