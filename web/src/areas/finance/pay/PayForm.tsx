// Card payment form.
import { useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CreditCard } from 'lucide-react';
import {
  Button,
  buttonClass,
  Card,
  CardHeader,
  DefinitionList,
  EmptyState,
  ErrorNote,
  useFormat,
  WarningNote,
  type CardFields,
  type CardState,
} from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { Slot } from '../../../plugins/Slot.tsx';
import { type Invoice } from '../model.ts';
import { digitsOf, roundTo } from '../../../lib/money.ts';
import { allocated, problemOf, sharesOf } from '../payments/allocation.ts';
import { Invoices } from './Invoices.tsx';
import { chosenAtFirst, percentOf, surchargeOf, typeName, type Surcharge } from './model.ts';
import { usePayment, type Paid } from './use-payment.ts';

export interface PayFormProps {
  /** Null: the user's own customer. */
  customerId: number | null;
  /** The invoice linked from. */
  first: number | undefined;
  invoices: readonly Invoice[];
  options: Schema<'CardOptions'> & { provider: string };
}

const NOTHING_TYPED: CardState = { isComplete: false, cardType: null, problem: null };
const link = 'rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring';

export function PayForm({ customerId, first, invoices: found, options }: PayFormProps) {
  const t = useT();
  const format = useFormat();
  const { currency, surcharges, provider } = options;
  const digits = digitsOf(currency);
  // Kept: a paid invoice leaves the query.
  const [invoices] = useState(() =>
    found.toSorted((a, b) => Number(b.id === first) - Number(a.id === first)),
  );
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(() =>
    chosenAtFirst(invoices, first, digits),
  );
  const [card, setCard] = useState<CardState>(NOTHING_TYPED);
  const fields = useRef<CardFields | null>(null);
  const { stage, refused, pay, say } = usePayment();
  const shares = sharesOf(texts);
  const amount = allocated(shares, digits);
  const isWrong = invoices.some(
    ({ id, outstandingAmount }) =>
      problemOf(texts.get(id) ?? '', outstandingAmount, digits) !== null,
  );
  const percent = percentOf(card.cardType, surcharges);
  const surcharge = percent === null ? null : surchargeOf(amount, percent, digits);
  const total = roundTo(amount + (surcharge ?? 0), digits);
  const money = (value: number) => format.money(value, currency);
  const isLocked = stage.is === 'paying' || stage.is === 'open';

  const submit = () => {
    if (isLocked) return;
    if (shares.length === 0) return say(t('Choose at least one invoice.'));
    if (isWrong) return say(t('Correct the amounts of the invoices.'));
    if (!fields.current) return say(t('Wait until the card form has loaded.'));
    if (!card.isComplete) {
      say(t('Complete the card details.'));
      return fields.current.focus();
    }
    const { nonce } = fields.current;
    void pay(async () => {
      const cardNonce = await nonce();
      const cardType = cardNonce.cardType ?? card.cardType;
      const due = surchargeOf(amount, percentOf(cardType, surcharges) ?? 0, digits);
      if (due !== surcharge) {
        // Shown before the charge.
        setCard({ ...card, cardType });
        say(
          t('The surcharge for this card is {amount}. Check the total, then pay.', {
            amount: money(due),
          }),
        );
        return null;
      }
      return {
        customerId,
        amount,
        paymentNonce: cardNonce.nonce,
        cardType,
        allocatedInvoicePayments: shares,
      };
    });
  };

  if (stage.is === 'paid') return <Receipt paid={stage.paid} first={first} />;
  if (invoices.length === 0)
    return (
      <EmptyState
        icon={<CircleCheck />}
        title={t('Nothing is outstanding')}
        description={t('No invoice can be paid by card now.')}
      />
    );
  return (
    <form
      noValidate
      aria-label={t('Pay by card')}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <LeaveGuard dirty={stage.is === 'paying'} />
      <section aria-label={t('Invoices')}>
        <Invoices
          invoices={invoices}
          texts={texts}
          onTexts={setTexts}
          refused={refused}
          currency={currency}
          isLocked={isLocked}
          onDone={submit}
        />
      </section>
      <Card className="grid gap-4">
        <div>
          <CardHeader
            title={t('Card details')}
            description={t(
              'Typed into the payment provider’s own fields: we never see your card number.',
            )}
            className="mb-2"
          />
          <Slot
            name="payment.card.form@1"
            only={provider}
            props={{
              tokenizationKey: options.tokenizationKey ?? '',
              amount,
              currency,
              isLocked,
              onReady: (ready) => (fields.current = ready),
              onChange: setCard,
            }}
            empty={
              <EmptyState
                className="py-8"
                icon={<CreditCard />}
                title={t('The payment provider has no card form')}
                description={t('It is turned off, or its plugin has no form for the browser.')}
              />
            }
          />
        </div>
        <Sums
          amount={amount}
          surcharge={surcharge}
          percent={percent}
          cardType={card.cardType}
          total={total}
          surcharges={surcharges}
          money={money}
        />
        {stage.is === 'form' && stage.message && <ErrorNote message={stage.message} />}
        {stage.is === 'open' && <Open isLeft={stage.isLeft} />}
        {stage.is !== 'open' && (
          <Button type="submit" size="lg" pending={stage.is === 'paying'} className="w-full">
            {stage.is === 'paying'
              ? t('Paying {amount}…', { amount: money(total) })
              : t('Pay {amount}', { amount: money(total) })}
          </Button>
        )}
      </Card>
    </form>
  );
}

interface SumsProps {
  amount: number;
  surcharge: number | null;
  percent: number | null;
  cardType: string | null;
  total: number;
  surcharges: readonly Surcharge[];
  money: (value: number) => string;
}

/** Invoice total, surcharge and charged amount. */
function Sums({ amount, surcharge, percent, cardType, total, surcharges, money }: SumsProps) {
  const t = useT();
  const format = useFormat();
  const share = (value: number) => t('{percent} %', { percent: format.number(value, 4) });
  const rates = surcharges.map((one) =>
    one.cardType === ''
      ? t('other cards {percent}', { percent: share(one.percent) })
      : `${typeName(one.cardType)} ${share(one.percent)}`,
  );
  return (
    <div aria-live="polite" className="grid gap-1.5 text-sm">
      <Line label={t('Invoices')} value={money(amount)} />
      {surcharges.length > 0 && (
        <>
          <Line
            label={
              cardType && percent !== null
                ? t('Surcharge for {card}, {percent}', {
                    card: typeName(cardType),
                    percent: share(percent),
                  })
                : t('Surcharge')
            }
            value={surcharge === null ? t('depends on the card') : money(surcharge)}
          />
          {surcharge === null && (
            <p className="text-xs text-muted-foreground">
              {t('Paying by card costs on top: {rates}.', { rates: rates.join(', ') })}
            </p>
          )}
        </>
      )}
      <Line label={t('Total')} value={money(total)} isTotal />
    </div>
  );
}

function Line({
  label,
  value,
  isTotal = false,
}: {
  label: string;
  value: string;
  isTotal?: boolean;
}) {
  return (
    <p
      className={
        isTotal
          ? 'flex justify-between gap-4 border-t border-border pt-2 text-base font-semibold'
          : 'flex justify-between gap-4'
      }
    >
      <span className={isTotal ? '' : 'text-muted-foreground'}>{label}</span>
      <span className="shrink-0 tabular-nums">{value}</span>
    </p>
  );
}

/** The charge's outcome is unknown. */
function Open({ isLeft }: { isLeft: boolean }) {
  const t = useT();
  return (
    <WarningNote>
      <strong className="font-medium">{t('The payment is not confirmed yet')}</strong>
      <p>
        {t(
          'The payment provider has not confirmed the charge yet. We keep checking and never ' +
            'charge twice: don’t pay again.',
        )}
      </p>
      <p>
        {isLeft
          ? t(
              'This page has stopped checking. The payment appears with your payments once it is confirmed.',
            )
          : t(
              'You can leave this page. The payment appears with your payments once it is confirmed.',
            )}
      </p>
      <p>
        <Link to="/finance/payments" className={link}>
          {t('Payments')}
        </Link>
      </p>
    </WarningNote>
  );
}

function Receipt({ paid, first }: { paid: Paid; first: number | undefined }) {
  const t = useT();
  const format = useFormat();
  const { payment, transactionInfo: info } = paid;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { currency, amount, surchargeAmount } = info.transaction;
  const { cardType, cardEndsWith } = info.payment;
  const items = [
    {
      label: t('Payment'),
      value: (
        <Link to="/finance/payments/$id" params={{ id: String(payment.id) }} className={link}>
          #{payment.id}
        </Link>
      ),
    },
    {
      label: t('Invoices'),
      value: payment.paymentInvoices
        .map(({ invoiceNumber, invoiceId }) => invoiceNumber ?? `#${invoiceId}`)
        .join(', '),
    },
    ...(surchargeAmount > 0
      ? [{ label: t('Surcharge'), value: format.money(surchargeAmount, currency) }]
      : []),
    ...(cardEndsWith
      ? [
          {
            label: t('Card'),
            value: t('{card} ending in {digits}', {
              card: cardType ? typeName(cardType) : t('Card'),
              digits: cardEndsWith,
            }),
          },
        ]
      : []),
    ...(info.transactionId ? [{ label: t('Reference'), value: info.transactionId }] : []),
    { label: t('Paid'), value: format.dateTime(info.transaction.transactionTime) },
  ];
  return (
    <Card className="grid max-w-xl gap-4">
      <h2
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2 text-base font-semibold outline-none"
      >
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success-text" />
        {t('{amount} paid', { amount: format.money(amount, currency) })}
      </h2>
      <DefinitionList items={items} className="grid-cols-2" />
      <p className="flex flex-wrap gap-2">
        <Link
          to="/finance/payments/$id"
          params={{ id: String(payment.id) }}
          className={buttonClass()}
        >
          {t('View payment')}
        </Link>
        {first !== undefined && (
          <Link
            to="/finance/invoices/$id"
            params={{ id: String(first) }}
            className={buttonClass({ variant: 'outline' })}
          >
            {t('Back to the invoice')}
          </Link>
        )}
        <Link to="/finance/invoices" className={buttonClass({ variant: 'outline' })}>
          {t('All invoices')}
        </Link>
      </p>
    </Card>
  );
}
