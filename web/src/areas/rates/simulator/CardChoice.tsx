// Cards to compare in the simulator.
import { useRef } from 'react';
import { ArrowLeftToLine, X } from 'lucide-react';
import { cn, Badge, Button, Card, CardHeader, Combobox, Field } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { cardName, kinds, type RateCardLine } from '../model.ts';
import { searchCards, type CardPick } from './cards.ts';
import { MAX_CARDS } from './search.ts';

interface CardChoiceProps {
  cards: readonly CardPick[];
  /** Other cards in force. */
  left: number;
  onChange: (ids: number[]) => void;
}

export function CardChoice({ cards, left, onChange }: CardChoiceProps) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const ids = cards.map(({ id }) => id);
  const set = (next: number[]) => {
    onChange(next);
    // The removed button had the focus.
    list.current?.focus();
  };
  return (
    <Card>
      <CardHeader
        title={t('Cards to compare')}
        {...(cards.length > 1
          ? { description: t('Prices are compared with those of the first card.') }
          : {})}
      />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('Cards to compare')}
        className="mb-3 flex flex-wrap gap-1.5 outline-none empty:hidden"
      >
        {cards.map((card, at) => (
          <li
            key={card.id}
            className={cn(
              'flex h-7.5 max-w-full min-w-0 items-center gap-1.5 rounded-full border',
              'border-border bg-muted/50 ps-2.5 pe-1 text-[13px] last:only:pe-2.5',
            )}
          >
            <span className="shrink-0 font-medium">
              <bdi dir="ltr">{cardName(card)}</bdi>
            </span>
            <bdi className="max-w-48 min-w-0 truncate text-muted-foreground" title={card.name}>
              {card.name}
            </bdi>
            {card.kind === 'Cost' && <Badge>{t(kinds[card.kind])}</Badge>}
            {at > 0 && (
              <Button
                variant="ghost"
                size="icon"
                className="size-6"
                aria-label={t('Put {name} first', { name: cardName(card) })}
                title={t('Compare the others with this card')}
                onClick={() => set([card.id, ...ids.filter((id) => id !== card.id)])}
              >
                <ArrowLeftToLine aria-hidden className="rtl:-scale-x-100" />
              </Button>
            )}
            {cards.length > 1 && (
              <Button
                variant="ghost"
                size="icon"
                className="size-6"
                aria-label={t('Remove {name}', { name: cardName(card) })}
                onClick={() => set(ids.filter((id) => id !== card.id))}
              >
                <X aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {cards.length < MAX_CARDS ? (
        <Field label={t('Add a card or a version')} className="max-w-md">
          <Combobox<RateCardLine>
            name="card"
            value={null}
            onChange={(card) => card && !ids.includes(card.id) && onChange([...ids, card.id])}
            search={async (text, signal) =>
              (await searchCards(text, signal)).filter(({ id }) => !ids.includes(id))
            }
            minLength={1}
            getKey={({ id }) => id}
            getLabel={(one) => `${cardName(one)} ${one.name}`}
            renderItem={(one) => (
              <span className="flex justify-between gap-4">
                <span className="min-w-0 truncate">
                  <bdi dir="ltr">{cardName(one)}</bdi> {one.name}
                </span>
                <span className="shrink-0 text-muted-foreground">
                  {one.isActive ? t(kinds[one.kind]) : t('Retired')}
                </span>
              </span>
            )}
            placeholder={t('Code or name of a rate card')}
          />
        </Field>
      ) : (
        <p className="text-[13px] text-muted-foreground">
          {t('At most {count} cards are compared at once.', { count: MAX_CARDS })}{' '}
          {left > 0 && t('Other cards in effect: {number}', { number: left })}
        </p>
      )}
    </Card>
  );
}
