// One price: carrier, service, transit time, and how the amount comes about.
import { useId, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { Badge, cn, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Quote } from '../model.ts';
import { carrierName, transitText } from './rank.ts';

export interface PriceRowProps {
  quote: Quote;
  chosen: boolean;
  onChoose: () => void;
  cheapest: boolean;
  fastest: boolean;
  seesCost: boolean;
  disabled: boolean;
}

function Lines({ quote, seesCost }: { quote: Quote; seesCost: boolean }) {
  const t = useT();
  const format = useFormat();
  const cost = quote.customerCost;
  return (
    <table className="w-full text-xs" aria-label={t('Price breakdown')}>
      <tbody className="divide-y divide-border">
        {(quote.details ?? []).map((line, index) => (
          <tr key={index}>
            <th scope="row" className="py-1.5 pe-3 text-start font-normal">
              {line.serviceName || line.serviceCode}
              {line.breakDown && <span className="block text-muted-foreground">{line.breakDown}</span>}
              {Boolean(line.discountAmount) && <span className="block text-success-text">{t('Discount {price}', { price: format.money(line.discountAmount) })}</span>}
            </th>
            <td className="py-1.5 text-end align-top whitespace-nowrap tabular-nums">{format.money(line.markedupAmount ?? line.amount)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-1.5 text-start font-normal text-muted-foreground">
            {t('Before tax')}
          </th>
          <td className="py-1.5 text-end tabular-nums">{format.money(cost.totalExcludingGst)}</td>
        </tr>
        <tr>
          <th scope="row" className="py-1.5 text-start font-normal text-muted-foreground">
            {t('Tax')}
          </th>
          <td className="py-1.5 text-end tabular-nums">{format.money(cost.totalIncludingGst - cost.totalExcludingGst)}</td>
        </tr>
        <tr className="font-semibold">
          <th scope="row" className="py-1.5 text-start">
            {t('Total')}
          </th>
          <td className="py-1.5 text-end tabular-nums">{format.money(cost.totalIncludingGst)}</td>
        </tr>
        {seesCost && quote.carrierCost && (
          <tr className="text-muted-foreground">
            <th scope="row" className="py-1.5 text-start font-normal">
              {t('Carrier cost before tax')}
            </th>
            <td className="py-1.5 text-end tabular-nums">
              {t('{cost} · margin {margin}', { cost: format.money(quote.carrierCost.totalExcludingGst), margin: format.money(cost.totalExcludingGst - cost.insuranceExcludingGst - quote.carrierCost.totalExcludingGst) })}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

export function PriceRow({ quote, chosen, onChoose, cheapest, fastest, seesCost, disabled }: PriceRowProps) {
  const t = useT();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const id = useId();
  const name = carrierName(quote.carrier);
  const service = quote.service.description || quote.service.code;
  return (
    <div className={cn('rounded-md border border-border transition-colors', chosen ? 'border-primary bg-primary/8' : 'hover:bg-accent/60')}>
      <div className="flex items-start">
        <label htmlFor={`${id}-choose`} className="flex min-w-0 flex-1 cursor-pointer items-start gap-3 py-2.5 ps-3">
          <input
            id={`${id}-choose`}
            type="radio"
            name="quote"
            value={String(quote.id)}
            checked={chosen}
            disabled={disabled}
            onChange={onChoose}
            className="mt-0.5 size-4 shrink-0 accent-primary focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ring"
          />
          <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <span className="text-sm font-medium break-words">{name}</span>
            <span className="text-end text-sm font-semibold tabular-nums">{format.money(quote.customerCost.totalIncludingGst)}</span>
            <span className="text-[13px] break-words text-muted-foreground">{[service, transitText(quote.service.transitTime)].filter(Boolean).join(' · ')}</span>
            <span className="text-end text-xs whitespace-nowrap text-muted-foreground tabular-nums">{t('{price} + tax', { price: format.money(quote.customerCost.totalExcludingGst) })}</span>
            <span className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground empty:hidden">
              {cheapest && <Badge tone="success">{t('Cheapest')}</Badge>}
              {fastest && <Badge tone="info">{t('Fastest')}</Badge>}
              {quote.service.cutOffTime && <span>{t('Book by {time}', { time: quote.service.cutOffTime })}</span>}
              {quote.carrier.accountName && quote.carrier.accountName !== name && <span className="break-words">{quote.carrier.accountName}</span>}
            </span>
          </span>
        </label>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-lines`}
          aria-label={t('Price lines of {name} {service}', { name, service })}
          onClick={() => setOpen(!open)}
          className="m-1.5 cursor-pointer rounded-md p-1.5 text-muted-foreground hover:bg-accent focus-visible:outline-2 focus-visible:outline-ring"
        >
          <ChevronDown aria-hidden className={cn('size-4 transition-transform', open && 'rotate-180')} />
        </button>
      </div>
      {open && (
        <div id={`${id}-lines`} className="border-t border-border px-3 py-1">
          <Lines quote={quote} seesCost={seesCost} />
        </div>
      )}
    </div>
  );
}
