// A booking that is paid by card: whether it is, the provider's fields, and what they give when it is sent.
import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CardFields, CardState } from '@waybill/plugin';
import { cardOptionsQuery, type Who } from '../../lib/cards.ts';
import { t } from '../../lib/i18n.ts';

export interface BookingCard {
  /** The card pays for it, there is a choice, or it is invoiced. */
  pays: 'always' | 'choice' | 'never';
  /** Somebody who has the choice pays by card. */
  isChosen: boolean;
  setChosen: (isChosen: boolean) => void;
  onReady: (fields: CardFields | null) => void;
  onChange: (state: CardState) => void;
  /** Puts the focus into the provider's fields. */
  focus: () => void;
  /** What keeps the card from paying, in words; null: nothing, or no card pays. */
  problem: () => string | null;
  /** What the card is charged with; undefined where no card pays. Made once for each time that a booking is sent. */
  nonce: () => Promise<string | undefined>;
}

export function useCard(isAsked: boolean, who?: Who): BookingCard {
  const { data } = useQuery({ ...cardOptionsQuery(who), enabled: isAsked });
  const [isChosen, setChosen] = useState(false);
  const fields = useRef<CardFields | null>(null);
  const isComplete = useRef(false);
  const pays =
    !isAsked || !data?.provider
      ? 'never'
      : data.bookingPayment === 'Card'
        ? 'always'
        : data.bookingPayment === 'BalanceOrCard'
          ? 'choice'
          : 'never';
  const isUsed = pays === 'always' || (pays === 'choice' && isChosen);
  return {
    pays,
    isChosen,
    setChosen,
    onReady: (ready) => {
      fields.current = ready;
      if (!ready) isComplete.current = false;
    },
    onChange: (state) => (isComplete.current = state.isComplete),
    focus: () => fields.current?.focus(),
    problem: () => {
      if (!isUsed) return null;
      if (!fields.current) return t('Wait until the card form is there.');
      return isComplete.current ? null : t('Complete the card details.');
    },
    nonce: async () => (isUsed ? (await fields.current?.nonce())?.nonce : undefined),
  };
}
