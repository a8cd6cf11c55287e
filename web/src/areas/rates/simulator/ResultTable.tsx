// Prices by service and card, with derivation.
import { Fragment, useId, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Badge, cn, EmptyState, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { cardName, kinds } from '../model.ts';
import { Derivation } from './Derivation.tsx';
import { useDifferenceText } from './difference-text.ts';
import { tableOf, type Cell, type Row, type SimulatedCard } from './results.ts';

/** Keeps a column in view while cards scroll. */
const STICKY = 'sticky start-0 z-10 bg-card';

export function ResultTable({ cards }: { cards: readonly SimulatedCard[] }) {
  const t = useT();
  const rows = tableOf(cards);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (code: string) =>
    setOpen(
      (before) =>
        new Set(before.has(code) ? [...before].filter((one) => one !== code) : [...before, code]),
    );
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('These cards have no services')}
        description={t('Add services and rates to a card to see prices.')}
        className="py-8"
      />
    );
  return (
    <Table label={t('Prices')}>
      <THead>
        <tr>
          <Th className={cn(STICKY, 'min-w-24 bg-muted')}>{t('Service')}</Th>
          {cards.map((card) => (
            <Th key={card.rateCardId} numeric className="min-w-36 py-1.5 align-top">
              <Link
                to="/rates/$id"
                params={{ id: String(card.rateCardId) }}
                className="rounded text-foreground hover:underline focus-visible:outline-2 focus-visible:outline-ring"
              >
                <bdi dir="ltr">
                  {cardName({ code: card.rateCardCode, version: card.rateCardVersion })}
                </bdi>
              </Link>
              <bdi
                className="ms-auto block max-w-36 truncate font-normal"
                title={card.rateCardName}
              >
                {card.rateCardName}
              </bdi>
              <span className="mt-0.5 flex flex-wrap justify-end gap-1 font-normal">
                {card.kind === 'Cost' && <Badge>{t(kinds[card.kind])}</Badge>}
                {!card.applies && <Badge tone="warning">{t('Not in effect that day')}</Badge>}
              </span>
            </Th>
          ))}
        </tr>
      </THead>
      <TBody>
        {rows.map((row) => (
          <Service
            key={row.code.toLowerCase()}
            row={row}
            cards={cards}
            isOpen={open.has(row.code)}
            onToggle={() => toggle(row.code)}
          />
        ))}
      </TBody>
    </Table>
  );
}

function Service({
  row,
  cards,
  isOpen,
  onToggle,
}: {
  row: Row;
  cards: readonly SimulatedCard[];
  isOpen: boolean;
  onToggle: () => void;
}) {
  const t = useT();
  const id = useId();
  const hasPrice = row.cells.some(({ quote }) => quote !== null);
  const name = (
    <>
      <bdi className="font-mono font-medium">{row.code || t('All services')}</bdi>
      {row.name && row.name !== row.code && (
        <bdi className="block font-normal [overflow-wrap:anywhere] text-muted-foreground">
          {row.name}
        </bdi>
      )}
    </>
  );
  return (
    <Fragment>
      <Tr>
        <th
          scope="row"
          className={cn(STICKY, 'max-w-44 px-2 py-1 text-start align-top text-[13px]')}
        >
          {hasPrice ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={onToggle}
              className={cn(
                'flex w-full cursor-pointer items-start gap-1 rounded text-start',
                'focus-visible:outline-2 focus-visible:outline-ring',
              )}
            >
              <ChevronRight
                aria-hidden
                className={cn(
                  'mt-0.5 size-3.5 shrink-0 transition-transform motion-reduce:transition-none rtl:-scale-x-100',
                  isOpen && 'rotate-90 rtl:rotate-90',
                )}
              />
              <span className="min-w-0">{name}</span>
            </button>
          ) : (
            <span className="ps-4.5 block">{name}</span>
          )}
        </th>
        {row.cells.map((cell, at) => (
          <Td key={cards[at]?.rateCardId ?? at} numeric className="align-top">
            <Price cell={cell} currency={cards[at]?.currency ?? ''} />
          </Td>
        ))}
      </Tr>
      {isOpen && (
        <tr
          id={id}
          aria-label={t('Price calculation of {service}', { service: row.code })}
          className="bg-muted/30"
        >
          <td className={cn(STICKY, 'px-2 text-xs text-muted-foreground align-top py-2')}>
            {t('Calculation')}
          </td>
          {row.cells.map(({ quote }, at) => (
            <td key={cards[at]?.rateCardId ?? at} className="px-3 py-2 align-top">
              {quote && <Derivation quote={quote} />}
            </td>
          ))}
        </tr>
      )}
    </Fragment>
  );
}

function Price({ cell, currency }: { cell: Cell; currency: string }) {
  const t = useT();
  const { money } = useFormat();
  const text = useDifferenceText();
  if (cell.quote === null) {
    return (
      <span className="ms-auto block max-w-44 text-xs whitespace-normal text-muted-foreground">
        {cell.reason === null ? (
          t('No such service')
        ) : (
          <>
            <span className="block font-medium">{t('No price')}</span>
            <bdi className="first-letter:uppercase [overflow-wrap:anywhere]">{cell.reason}</bdi>
          </>
        )}
      </span>
    );
  }
  const { quote, difference, isCheapest, margin } = cell;
  return (
    <>
      <span className="flex items-center justify-end gap-1.5">
        {isCheapest && <Badge tone="success">{t('Cheapest')}</Badge>}
        <strong className="text-sm font-semibold">{money(quote.cost.total, currency)}</strong>
      </span>
      {difference && (
        <span className="block text-xs text-muted-foreground">
          {difference.amount === 0 ? t('No difference') : text(difference, currency, true)}
        </span>
      )}
      {margin && (
        <span
          className={cn(
            'block text-xs',
            margin.amount < 0 ? 'text-danger-text' : 'text-muted-foreground',
          )}
        >
          {t('Margin {margin}', { margin: text(margin, currency, false) })}
        </span>
      )}
    </>
  );
}
