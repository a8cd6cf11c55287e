// Card payment of a booking.
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import {
  Card,
  CardHeader,
  Checkbox,
  EmptyState,
  ErrorNote,
  Skeleton,
  useFormat,
} from '@waybill/plugin';
import { ProviderCardForm } from '@waybill/plugin/card-form';
import { cardFormQuery, type CallerOptions } from '../../../lib/cards.ts';
import { useT } from '../../../lib/i18n.ts';
import { Slot } from '../../../plugins/Slot.tsx';
import type { BookingCard } from '../use-card.ts';

export interface PaymentCardProps {
  card: BookingCard;
  /** The booking's amount. */
  amount: number;
  isLocked: boolean;
  /** Plugin front ends need a session; the provider's frame doesn't. */
  guest?: CallerOptions;
}

export function PaymentCard({ card, ...rest }: PaymentCardProps) {
  const t = useT();
  const format = useFormat();
  if (card.pays === 'never') return null;
  const isUsed = card.pays === 'always' || card.isChosen;
  return (
    <Card className={rest.guest ? '' : 'max-w-xl'}>
      <CardHeader
        title={t('Payment')}
        description={
          isUsed
            ? t(
                '{amount} is reserved on your card when you book, and charged once the carrier has the booking.',
                { amount: format.money(rest.amount) },
              )
            : t('Paid from your prepaid balance.')
        }
        className="mb-2"
      />
      {card.pays === 'choice' && (
        <Checkbox
          label={t('Pay by card instead')}
          checked={card.isChosen}
          disabled={rest.isLocked}
          onChange={(event) => card.setChosen(event.target.checked)}
        />
      )}
      {isUsed && <Fields card={card} {...rest} />}
    </Card>
  );
}

function Fields({ card, amount, isLocked, guest }: PaymentCardProps) {
  const t = useT();
  const cards = useQuery(cardFormQuery(guest));
  if (cards.isLoadingError)
    return (
      <ErrorNote
        title={t('Card payments could not be started')}
        error={cards.error}
        onRetry={() => void cards.refetch()}
      />
    );
  if (cards.isPending) return <Skeleton className="h-12" />;
  const { provider, tokenizationKey, currency } = cards.data;
  const empty = (
    <EmptyState
      className="py-8"
      icon={<CreditCard />}
      title={t('The payment provider has no card form')}
      description={t('It is turned off, or its plugin has no form for the browser.')}
    />
  );
  if (!provider) return empty;
  const props = {
    tokenizationKey: tokenizationKey ?? '',
    amount,
    currency,
    isLocked,
    onReady: card.onReady,
    onChange: card.onChange,
  };
  return guest ? (
    <ProviderCardForm plugin={provider} of={props} />
  ) : (
    <Slot name="payment.card.form@1" only={provider} props={props} empty={empty} />
  );
}
