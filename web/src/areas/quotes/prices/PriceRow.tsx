// A price with its explanation.
import { useId, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { Badge, cn, useFormat } from '@waybill/plugin';
import { shortDay } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { PriceLines } from './PriceLines.tsx';
import { transitText, type PriceLine } from './rank.ts';

export interface PriceRowProps {
  line: PriceLine;
  isChosen: boolean;
  onChoose: () => void;
  marks: { cheapest: boolean; fastest: boolean; bestMargin: boolean };
  /** Account with the same price and service. */
  twin: string | undefined;
  seesCost: boolean;
  isGuest: boolean;
  disabled: boolean;
  columns: number;
}

const NUMBER = 'px-2 py-1 text-end whitespace-nowrap tabular-nums';
/** A column on wide screens, below the carrier on narrow ones. Guests have fewer columns. */
export const wideColumn = (isGuest: boolean): string =>
  isGuest ? 'hidden @min-[36rem]:table-cell' : 'hidden @min-[50rem]:table-cell';
const narrowLine = (isGuest: boolean): string =>
  isGuest ? '@min-[36rem]:hidden' : '@min-[50rem]:hidden';

export function PriceRow({
  line,
  isChosen,
  onChoose,
  marks,
  twin,
  seesCost,
  isGuest,
  disabled,
  columns,
}: PriceRowProps) {
  const t = useT();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { quote, name, service, account } = line;
  const arrives = line.arrives
    ? shortDay(line.arrives, format.language)
    : transitText(quote.service.transitTime);
  const cutOff = quote.service.cutOffTime
    ? t('book by {time}', { time: quote.service.cutOffTime })
    : '';
  const loss = line.margin !== null && line.margin <= 0;
  const total = format.money(line.total);
  const wide = wideColumn(isGuest);
  const narrow = narrowLine(isGuest);
  const badges = (
    <>
      {marks.cheapest && <Badge tone="success">{t('Cheapest')}</Badge>}
      {marks.fastest && <Badge tone="warning">{t('Fastest')}</Badge>}
      {marks.bestMargin && <Badge tone="info">{t('Best margin')}</Badge>}
      {seesCost && loss && (
        <Badge tone="danger">{line.margin === 0 ? t('No margin') : t('Loss')}</Badge>
      )}
    </>
  );
  return (
    <>
      <tr
        className={cn('border-t border-border', isChosen ? 'bg-primary/8' : 'hover:bg-accent/60')}
        onClick={() => !disabled && onChoose()}
      >
        <td className="w-8 py-1 ps-3 align-middle">
          <span className="grid size-6 place-items-center">
            <input
              type="radio"
              name="quote"
              aria-label={
                isGuest
                  ? t('{name} {service}, {total}', { name, service, total })
                  : t('{name} {service}, {account}, {total}', { name, service, account, total })
              }
              checked={isChosen}
              disabled={disabled}
              onChange={onChoose}
              className={cn(
                'size-4 cursor-pointer accent-primary focus-visible:outline-2',
                'focus-visible:outline-offset-2 focus-visible:outline-ring',
              )}
            />
          </span>
        </td>
        <td className="min-w-0 px-2 py-1 break-words [overflow-wrap:anywhere]">
          {name}
          <span className={cn('block text-xs text-muted-foreground', narrow)}>
            {[service, !isGuest && account !== name && account, arrives]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={cn('flex flex-wrap gap-1', narrow)}>{badges}</span>
        </td>
        <td className={cn(wide, 'px-2 py-1')}>{service}</td>
        {!isGuest && (
          <td className={cn(wide, 'px-2 py-1 [overflow-wrap:anywhere]')}>
            {account}{' '}
            {twin && (
              <span className="text-xs text-muted-foreground">
                {t('same price as {account}', { account: twin })}
              </span>
            )}
          </td>
        )}
        <td className={cn(wide, 'px-2 py-1 whitespace-nowrap')}>
          {arrives}{' '}
          {isGuest && line.arrives && (
            <span className="text-xs text-muted-foreground">
              {transitText(quote.service.transitTime)}
            </span>
          )}{' '}
          {cutOff && <span className="text-xs text-muted-foreground">{cutOff}</span>}
        </td>
        {seesCost && (
          <td className={cn(wide, NUMBER, 'text-muted-foreground')}>
            {line.cost === null ? '–' : format.money(line.cost)}
          </td>
        )}
        {!isGuest && <td className={cn(wide, NUMBER)}>{format.money(line.sell)}</td>}
        <td data-total className={cn(NUMBER, isChosen && 'font-semibold')}>
          {total}
        </td>
        {seesCost && (
          <td
            className={cn(NUMBER, loss && 'text-danger-text')}
            title={line.margin === null ? undefined : format.money(line.margin)}
          >
            {line.share === null
              ? '–'
              : t('{share} %', { share: format.number(line.share * 100, 1) })}
          </td>
        )}
        <td className={cn(wide, 'px-2 py-1')}>
          <span className="flex flex-wrap gap-1">{badges}</span>
        </td>
        <td className="w-8 py-0.5 pe-2">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={`${id}-lines`}
            aria-label={
              isGuest
                ? t('Price lines of {name} {service}', { name, service })
                : t('Price lines of {name} {service}, {account}', { name, service, account })
            }
            onClick={(event) => {
              event.stopPropagation();
              setOpen(!open);
            }}
            className={cn(
              'grid size-6 cursor-pointer place-items-center rounded-md',
              'text-muted-foreground hover:bg-accent focus-visible:outline-2',
              'focus-visible:outline-ring',
            )}
          >
            <ChevronDown
              aria-hidden
              className={cn('size-4 transition-transform', open && 'rotate-180')}
            />
          </button>
        </td>
      </tr>
      {open && (
        <tr id={`${id}-lines`}>
          <td colSpan={columns} className="ps-13 pe-2 pb-2">
            <PriceLines line={line} seesCost={seesCost} />
          </td>
        </tr>
      )}
    </>
  );
}
