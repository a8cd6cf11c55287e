// /guest/quote: prices and booking for guests.
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  CardHeader,
  Field,
  FieldMarks,
  Input,
  useFormat,
  ValidationSummary,
} from '@waybill/plugin';
import { errorItems, FormProvider, useForm, useWatch } from '@waybill/plugin/forms';
import { api } from '../../api/client.ts';
import { useTenant } from '../../api/tenant.tsx';
import type { Schema } from '../../api/types.ts';
import { useFirstPackageType } from '../../kit/goods/first-package-type.ts';
import { isEmail } from '../../lib/email.ts';
import { cardOptionsQuery, UNANSWERED } from '../../lib/cards.ts';
import { useT } from '../../lib/i18n.ts';
import { OutsidePage } from '../../shell/OutsidePage.tsx';
import { refusalOf } from './booking.ts';
import { guestBookingBody, quoteProblems, typedPickup, type BookingChoice } from './draft.ts';
import { guestRefusals } from './errors.ts';
import { emptyDraft, type QuoteDraft } from './model.ts';
import { firstPickupDay } from './pickup.ts';
import { PriceTable } from './prices/PriceTable.tsx';
import { choiceOf, pick, priceLine, withoutTwins } from './prices/rank.ts';
import { resolver, type Step } from './resolver.ts';
import { AddressCard } from './sheet/AddressCard.tsx';
import { GoodsCard } from './sheet/GoodsCard.tsx';
import { PaymentCard } from './sheet/PaymentCard.tsx';
import { PickupLine } from './sheet/PickupLine.tsx';
import { SwapEnds } from './sheet/SwapEnds.tsx';
import { useQuick } from './sheet/use-quick.ts';
import { useCard } from './use-card.ts';
import { usePrices } from './use-prices.ts';

const AS_GUEST = { anonymous: true } as const;

export type GuestSaved = Schema<'GuestSaved'>;

/** Updates the booking of an earlier try. */
const bookAsGuest = (
  draft: QuoteDraft,
  choice: BookingChoice,
  email: string,
): Promise<GuestSaved> =>
  choice.bookingId
    ? api.post(
        '/api/booking/booking/creatorupdateguestbooking',
        guestBookingBody(draft, choice, email),
        AS_GUEST,
      )
    : api.post(
        '/api/booking/booking/createGuestBooking',
        guestBookingBody(draft, choice, email),
        AS_GUEST,
      );

export function GuestQuote() {
  const t = useT();
  const tenant = useTenant();
  const navigate = useNavigate();
  const [saved, setSaved] = useState<GuestSaved | null>(null);
  if (!tenant.guests.canBook) {
    return (
      <OutsidePage title={t('Quote & book')}>
        <p className="text-sm">
          {t('{tenant} accepts bookings from signed-in customers only.', { tenant: tenant.name })}
        </p>
        <Link to="/auth/login" className="text-sm text-link underline underline-offset-2">
          {t('Go to sign-in')}
        </Link>
      </OutsidePage>
    );
  }
  return saved ? (
    <Rejected saved={saved} />
  ) : (
    <GuestForm
      onSaved={(answer, email) => {
        if (answer.errorInfo) return setSaved(answer);
        // In the fragment, which never reaches a server.
        const finding = new URLSearchParams({ bookingId: String(answer.booking.id), email });
        return void navigate({ to: '/guest/booking', hash: `${finding}&booked=1` });
      }}
    />
  );
}

/** Saved, but refused by the carrier. */
export function Rejected({ saved: { booking, errorInfo } }: { saved: GuestSaved }) {
  const t = useT();
  const tenant = useTenant();
  return (
    <OutsidePage title={t('Booking {number}', { number: booking.id })}>
      <p role="status" className="text-sm">
        {t('The booking is saved, but the carrier has not accepted it: {reason}', {
          reason: refusalOf(errorInfo).message,
        })}
      </p>
      <p className="text-sm text-muted-foreground">
        {tenant.hasMailServer
          ? t(
              'We send the booking number to your email address. With both, you can find the booking again.',
            )
          : t(
              'Note the booking number. With it and your email address you can find the booking again.',
            )}
      </p>
      <Link
        to="/guest/booking"
        hash={`bookingId=${booking.id}`}
        className="text-sm text-link underline underline-offset-2"
      >
        {t('Find your booking')}
      </Link>
    </OutsidePage>
  );
}

function GuestForm({ onSaved }: { onSaved: (saved: GuestSaved, email: string) => void }) {
  const t = useT();
  const format = useFormat();
  const { holidays, hasMailServer } = useTenant();
  const step = useRef<Step>('quote');
  const form = useForm<QuoteDraft>({
    defaultValues: {
      ...emptyDraft(null),
      pickupDate: firstPickupDay(format.toLocalInput(new Date()), holidays),
    },
    // The form library reads the resolver once; the step is read on each run.
    resolver: useMemo(() => resolver(() => step.current, false), []),
    shouldFocusError: false,
  });
  const draft = useWatch({ control: form.control, compute: (values: QuoteDraft) => values });
  useFirstPackageType(form, '');
  // Guests are rate limited: on demand only.
  const prices = usePrices(draft, {
    who: AS_GUEST,
    isReady: quoteProblems(draft, false).length === 0,
    byItself: false,
  });
  const [email, setEmail] = useState('');
  const [emailError, setEmailError] = useState<string>();
  const emailInput = useRef<HTMLInputElement>(null);
  const [unpaidId, setUnpaidId] = useState<number | null>(null);
  const card = useCard(true, AS_GUEST);
  const [busy, setBusy] = useState<Step | null>(null);
  const [others, setOthers] = useState<string[]>([]);
  const goods = useQuick(form);
  const quick = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const pricesToken = prices.shown?.token;
  // Prices are below the form: they are shown while they load, and again when all are there.
  useEffect(() => {
    if (prices.isBusy || pricesToken) results.current?.scrollIntoView();
  }, [prices.isBusy, pricesToken]);
  const underWay = useRef(false);
  const lines = withoutTwins(
    (prices.shown?.answer.quotes ?? []).map((quote) =>
      priceLine(quote, draft.pickupDate || null, holidays),
    ),
  );
  const chosen = draft.service ? pick(lines, [draft.service]) : null;
  const token = prices.isCurrent ? prices.shown?.token : undefined;
  const bookable = chosen !== null && token !== undefined;
  const showSummary = () =>
    requestAnimationFrame(() => {
      summary.current?.scrollIntoView({ block: 'nearest' });
      summary.current?.focus({ preventScroll: true });
    });

  /** One at a time, with the step's own checks. */
  const submit =
    (which: Step, act: (values: QuoteDraft) => Promise<void> | void) =>
    async (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (underWay.current) return;
      underWay.current = true;
      step.current = which;
      setOthers([]);
      setBusy(which);
      try {
        await form.handleSubmit(act, showSummary)();
      } catch (error) {
        setOthers(
          guestRefusals(error, (field, message) =>
            form.setError(field as never, { type: 'server', message }),
          ),
        );
        showSummary();
      } finally {
        underWay.current = false;
        setBusy(null);
      }
    };
  const getQuotes = submit('quote', prices.ask);
  const bookIt = submit('book', async (values) => {
    if (!chosen || token === undefined) return;
    if (!isEmail(email)) {
      setEmailError(t('Enter a complete email address.'));
      return emailInput.current?.focus();
    }
    const unpaid = card.problem();
    if (unpaid) {
      setOthers([unpaid]);
      return card.focus();
    }
    const choice = {
      bookingId: unpaidId,
      resourceToken: token,
      quoteId: Number(chosen.quote.id),
      pickup: typedPickup(values, format.fromLocalInput),
      paymentNonce: await card.nonce(),
    };
    const saved = await bookAsGuest(values, choice, email);
    if (card.pays === 'never' || !saved.errorInfo || !saved.isPaymentDue)
      return onSaved(saved, email.trim());
    // Continues once the provider responds.
    if (saved.errorInfo.code === UNANSWERED)
      return onSaved({ ...saved, errorInfo: null }, email.trim());
    // Another card may work.
    setUnpaidId(saved.booking.id);
    throw refusalOf(saved.errorInfo);
  });
  const errors = errorItems(form.formState.errors, others);
  return (
    <FormProvider {...form}>
      <OutsidePage
        title={t('Quote & book')}
        description={t('Get prices and book without an account.')}
      >
        <FieldMarks>
          {() => (
            <>
              <div ref={summary} tabIndex={-1} className="outline-none empty:hidden">
                {errors.length > 0 && (
                  <ValidationSummary errors={errors} title={t('Please check these fields')} />
                )}
              </div>
              <form
                noValidate
                aria-label={t('Quote')}
                onSubmit={(event) => void getQuotes(event)}
                className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
              >
                <AddressCard end="from" isGuest aside={<PickupLine day={undefined} />} />
                <AddressCard end="to" isGuest aside={<SwapEnds />} />
                <GoodsCard quick={goods} quickRef={quick} lastTime={null} isGuest />
                <Button
                  type="submit"
                  size="lg"
                  variant={bookable ? 'outline' : 'primary'}
                  pending={busy === 'quote' || prices.isBusy}
                  className="justify-self-end"
                >
                  {prices.shown ? t('Update quotes') : t('Get quotes')}
                </Button>
              </form>
              <div ref={results} className="scroll-mt-4">
                <PriceTable
                  prices={prices}
                  lines={lines}
                  chosen={bookable ? chosen : null}
                  onChoose={(quote) => form.setValue('service', choiceOf(quote))}
                  seesCost={false}
                  isGuest
                  missing={[]}
                  disabled={busy !== null || !prices.isCurrent}
                />
              </div>
              {prices.shown && !prices.isCurrent && !prices.isBusy && (
                <p
                  role="status"
                  className="rounded-md bg-warning-soft px-3 py-2 text-[13px] text-warning-text"
                >
                  {t('The form has changed. Update the quotes before booking.')}
                </p>
              )}
              {bookable && (
                <form
                  noValidate
                  aria-label={t('Book')}
                  onSubmit={(event) => void bookIt(event)}
                  className="grid min-w-0 gap-3"
                >
                  <Card>
                    <CardHeader
                      title={t('Your email address')}
                      description={
                        hasMailServer
                          ? t(
                              'We send the booking number there. You need both to find the booking again.',
                            )
                          : t('With it and the booking number you can find the booking again.')
                      }
                    />
                    <Field label={t('Email address')} error={emailError}>
                      <Input
                        ref={emailInput}
                        type="email"
                        value={email}
                        onChange={(event) => {
                          setEmail(event.target.value);
                          setEmailError(undefined);
                        }}
                        maxLength={256}
                        autoComplete="email"
                      />
                    </Field>
                  </Card>
                  {chosen.total > 0 && (
                    <PaymentCard
                      card={card}
                      amount={chosen.total}
                      isLocked={busy !== null}
                      guest={AS_GUEST}
                    />
                  )}
                  {card.pays === 'never' && <PayLater amount={chosen.total} />}
                  <Button
                    type="submit"
                    size="lg"
                    pending={busy === 'book'}
                    className="justify-self-end"
                  >
                    {t('Book for {price}', { price: format.money(chosen.total) })}
                  </Button>
                </form>
              )}
            </>
          )}
        </FieldMarks>
      </OutsidePage>
    </FormProvider>
  );
}

/** Payment without a card: first by transfer, or by invoice. */
function PayLater({ amount }: { amount: number }) {
  const t = useT();
  const format = useFormat();
  const options = useQuery(cardOptionsQuery(AS_GUEST)).data;
  const { name } = useTenant();
  if (!options || amount <= 0) return null;
  return (
    <Card>
      <CardHeader title={t('Payment')} />
      <p className="text-sm">
        {options.bookingPayment === 'Account'
          ? t('You receive an invoice for {amount}.', { amount: format.money(amount) })
          : options.payTo
            ? t(
                'You pay {amount} by bank transfer. The account is shown once you have booked, and ' +
                  'the carrier gets the booking when it is paid.',
                { amount: format.money(amount) },
              )
            : t(
                '{tenant} contacts you about the payment of {amount}. The carrier gets the booking when it is paid.',
                { tenant: name, amount: format.money(amount) },
              )}
      </p>
    </Card>
  );
}
