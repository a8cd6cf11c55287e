// Card choice, provider fields and nonce.
import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CardFields, CardState } from '@waybill/plugin';
import { cardOptionsQuery, type CallerOptions } from '../../lib/cards.ts';
import { t } from '../../lib/i18n.ts';

export interface BookingCard {
  /** Paid by card, optionally, or invoiced. */
  pays: 'always' | 'choice' | 'never';
  /** Set when the optional card payment is chosen. */
  isChosen: boolean;
  setChosen: (isChosen: boolean) => void;
  onReady: (fields: CardFields | null) => void;
  onChange: (state: CardState) => void;
  /** The provider's fields. */
  focus: () => void;
  /** Null if ready or unused. */
  problem: () => string | null;
  /** New for each attempt; undefined without card. */
  nonce: () => Promise<string | undefined>;
}

export function useCard(isAsked: boolean, who?: CallerOptions): BookingCard {
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
      if (!fields.current) return t('Wait until the card form has loaded.');
      return isComplete.current ? null : t('Complete the card details.');
    },
    nonce: async () => (isUsed ? (await fields.current?.nonce())?.nonce : undefined),
  };
}
