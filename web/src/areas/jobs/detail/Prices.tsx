// Cost, price and drivers' earnings of a job, by charge, as far as the reader may see them.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button, Card, CardHeader, cn, DropdownMenu, useFormat, words } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { useDriverName } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Job, JobFee, JobPrice } from '../model.ts';
import { WorkDialog, type Payee } from '../prices/WorkDialog.tsx';
import { hoursText } from '../prices/work.ts';

interface Line {
  key: string;
  code: string;
  buy: number | null;
  sell: number | null;
  driver: number | null;
  driverId: number | null;
}

/** Lines of both prices, joined by their charge, then those of drivers. */
export function priceLines({
  pricingdetails: { buy, sell },
  drivercharges,
  fees,
}: Pick<Job, 'pricingdetails' | 'drivercharges' | 'fees'>): Line[] {
  const lines = new Map<string, Line>();
  const add = (price: JobPrice | null, side: 'buy' | 'sell') => {
    for (const { servicecode: code, amount } of price?.chargebreakdown ?? []) {
      const none = { buy: null, sell: null, driver: null, driverId: null };
      const line = lines.get(code) ?? { key: code, code, ...none };
      lines.set(code, { ...line, [side]: (line[side] ?? 0) + Number(amount) });
    }
  };
  add(buy, 'buy');
  add(sell, 'sell');
  const earnings = drivercharges.flatMap(({ driverid, charges }, at) =>
    charges.chargebreakdown.map(({ servicecode, amount }, place): Line => ({
      key: `driver ${at} ${place}`,
      code: servicecode,
      buy: null,
      sell: null,
      driver: Number(amount),
      driverId: driverid,
    })),
  );
  const charged = fees.map(({ source, servicecode, amount }): Line => ({
    key: `fee ${source}`,
    code: servicecode,
    buy: null,
    sell: Number(amount),
    driver: null,
    driverId: null,
  }));
  return [...lines.values(), ...charged, ...earnings];
}

/** Paid minutes and rate of hourly work, behind its amount. */
function useWorkText(job: Job): (key: string) => string {
  const t = useT();
  const format = useFormat();
  return (key) => {
    const at = /^driver (\d+) 0$/.exec(key)?.[1];
    const charge = at === undefined ? undefined : job.drivercharges[Number(at)];
    const rate = charge?.charges.chargerate;
    const amount = charge?.charges.chargebreakdown[0]?.amount;
    if (!rate || amount === undefined) return '';
    return t('{time} h at {rate}', {
      time: hoursText((Number(amount) / Number(rate)) * 60),
      rate: format.money(Number(rate)),
    });
  };
}

function AddMenu({ onAdd }: { onAdd: (of: Payee) => void }) {
  const t = useT();
  const mayChooseDriver = usePermissions().has('Pages.Driver');
  return (
    <DropdownMenu
      label={t('Add a charge')}
      align="end"
      items={[
        { text: t('Hours or amount for the customer…'), onClick: () => onAdd('customer') },
        ...(mayChooseDriver
          ? [{ text: t('Hours or amount for a driver…'), onClick: () => onAdd('driver') }]
          : []),
      ]}
      trigger={
        <Button variant="ghost" size="sm">
          <Plus aria-hidden /> {t('Add')}
        </Button>
      }
    />
  );
}

const NO_PRICE: JobPrice = { totaltaxexclusive: 0, tax: 0, total: 0, chargebreakdown: [] };

/** The price with the fees of events. */
export function withFees(sell: JobPrice | null, fees: readonly JobFee[]): JobPrice | null {
  if (fees.length === 0) return sell;
  const sum = (of: (fee: JobFee) => number) => fees.reduce((all, fee) => all + Number(of(fee)), 0);
  const price = sell ?? NO_PRICE;
  return {
    ...price,
    totaltaxexclusive: Number(price.totaltaxexclusive) + sum(({ amount }) => amount),
    tax: Number(price.tax) + sum(({ tax }) => tax),
    total: Number(price.total) + sum(({ total }) => total),
  };
}

export function Prices({ job, onEdit }: { job: Job; onEdit?: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const driverName = useDriverName();
  const workText = useWorkText(job);
  const [adding, setAdding] = useState<Payee | null>(null);
  const { fees, invoiceid, invoiceno } = job;
  const { buy } = job.pricingdetails;
  const sell = withFees(job.pricingdetails.sell, fees);
  const lines = priceLines(job);
  const paid = job.drivercharges.reduce((sum, { total }) => sum + Number(total), 0);
  const hasDrivers = job.drivercharges.length > 0;
  if (lines.length === 0 && !buy && !sell && !onEdit) return null;
  const sides = [
    ...(isTenant ? [{ side: 'buy' as const, title: t('Cost'), price: buy }] : []),
    { side: 'sell' as const, title: t('Price'), price: sell },
  ];
  const net = (price: JobPrice | null) => Number(price?.totaltaxexclusive ?? 0);
  const margin = isTenant && sell && (buy || hasDrivers) ? net(sell) - net(buy) - paid : null;
  const cell = 'py-1.5 ps-4 text-end whitespace-nowrap tabular-nums';
  const money = (amount: number | null) => (amount === null ? '–' : format.money(amount));
  const foot = (
    label: string,
    amount: (price: JobPrice) => number,
    drivers: number | null,
    strong = false,
  ) => (
    <tr className={strong ? 'font-semibold' : 'font-normal'}>
      <th scope="row" className={cn('py-1 text-start', strong ? 'font-semibold' : 'font-normal')}>
        {label}
      </th>
      {sides.map(({ side, price }) => (
        <td key={side} className={cn(cell, 'py-1')}>
          {price ? format.money(amount(price)) : '–'}
        </td>
      ))}
      {hasDrivers && <td className={cn(cell, 'py-1')}>{money(drivers)}</td>}
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
                share: format.number((margin / net(sell)) * 100, 1),
              }),
            }
          : {})}
        actions={
          onEdit && (
            <span className="flex gap-1">
              <AddMenu onAdd={setAdding} />
              <Button variant="ghost" size="sm" onClick={onEdit} aria-keyshortcuts="$">
                {t('Change…')}
              </Button>
            </span>
          )
        }
      />
      {lines.length === 0 ? (
        <p className="text-[13px] text-muted-foreground">{t('No charges yet')}</p>
      ) : (
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
              {hasDrivers && (
                <th scope="col" className="py-1.5 ps-4 text-end font-medium">
                  {t('Driver')}
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {lines.map((line) => (
              <tr key={line.key}>
                <th scope="row" className="py-1.5 text-start font-normal break-words">
                  {t(words(line.code))}
                  {line.driverId !== null && (
                    <span className="text-muted-foreground">
                      {' · '}
                      {[driverName(line.driverId), workText(line.key)].filter(Boolean).join(', ')}
                    </span>
                  )}
                </th>
                {sides.map(({ side }) => (
                  <td key={side} className={cell}>
                    {money(line[side])}
                  </td>
                ))}
                {hasDrivers && <td className={cell}>{money(line.driver)}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-border">
            {foot(t('Before tax'), ({ totaltaxexclusive }) => totaltaxexclusive, paid)}
            {(buy || sell) && foot(t('Tax'), ({ tax }) => tax, null)}
            {(buy || sell) && foot(t('Total'), ({ total }) => total, null, true)}
          </tfoot>
        </table>
      )}
      {invoiceid !== null && (
        <p className="mt-2 border-t border-border pt-2 text-[13px] text-muted-foreground">
          {t('Invoiced:')}{' '}
          <Link
            to="/finance/invoices/$id"
            params={{ id: String(invoiceid) }}
            className="text-link underline-offset-2 hover:underline"
          >
            {invoiceno ?? `#${invoiceid}`}
          </Link>
        </p>
      )}
      {job.ratenotes && (
        <p className="mt-2 border-t border-border pt-2 text-[13px] text-muted-foreground">
          {job.ratenotes}
        </p>
      )}
      {adding && <WorkDialog job={job} of={adding} onClose={() => setAdding(null)} />}
    </Card>
  );
}
