// /guest/quote: somebody who is not signed in asks for prices and books one of them.
import { useMemo, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { ApiError, Button, Card, CardHeader, errorMessage, Field, Input, useFormat, ValidationSummary } from '@waybill/plugin';
import { errorItems, FormProvider, useForm, useWatch } from '@waybill/plugin/forms';
import { api } from '../../api/client.ts';
import { useTenant } from '../../api/tenant.tsx';
import type { Schema } from '../../api/types.ts';
import { isEmail } from '../../lib/email.ts';
import { t, useT } from '../../lib/i18n.ts';
import { OutsidePage } from '../../shell/OutsidePage.tsx';
import { guestBookingBody, quoteKey, type BookingChoice } from './draft.ts';
import { fieldProblems } from './errors.ts';
import { ContactSection } from './form/ContactSection.tsx';
import { ItemsSection } from './form/ItemsSection.tsx';
import { OptionsSection } from './form/OptionsSection.tsx';
import { RouteSection } from './form/RouteSection.tsx';
import { emptyDraft, type Quote, type QuoteDraft } from './model.ts';
import { PriceList } from './prices/PriceList.tsx';
import { resolver, type Step } from './resolver.ts';
import { usePrices } from './use-prices.ts';

const AS_GUEST = { anonymous: true } as const;

type GuestSaved = Schema<'GuestSaved'>;

const bookAsGuest = (draft: QuoteDraft, choice: BookingChoice, email: string): Promise<GuestSaved> =>
  api.post('/api/booking/booking/createGuestBooking', guestBookingBody(draft, choice, email), AS_GUEST);

export function GuestQuote() {
  const t = useT();
  const tenant = useTenant();
  const [saved, setSaved] = useState<GuestSaved | null>(null);
  if (!tenant.guests.canBook) {
    return (
      <OutsidePage title={t('Quote & book')}>
        <p className="text-sm">{t('{tenant} takes bookings from signed-in customers only.', { tenant: tenant.name })}</p>
        <Link to="/auth/login" className="text-sm text-link underline underline-offset-2">
          {t('Go to sign-in')}
        </Link>
      </OutsidePage>
    );
  }
  return saved ? <Received saved={saved} /> : <GuestForm onSaved={setSaved} />;
}

function Received({ saved: { booking, isPaymentDue, errorInfo } }: { saved: GuestSaved }) {
  const t = useT();
  return (
    <OutsidePage title={t('Booking {number}', { number: booking.id })}>
      <p role="status" className="text-sm">
        {errorInfo
          ? t('The booking is saved, but the carrier has not accepted it: {reason}', { reason: errorInfo.message })
          : isPaymentDue
            ? t('The booking is saved and is sent to the carrier once it is paid.')
            : t('The carrier has the booking. Connote {connote}.', { connote: booking.consignmentId ?? '–' })}
      </p>
      <p className="text-sm text-muted-foreground">{t('We have sent the booking number to your e-mail address. With both, you can find the booking again.')}</p>
      <Link to="/guest/booking" hash={`bookingId=${booking.id}`} className="text-sm text-link underline underline-offset-2">
        {t('Find your booking')}
      </Link>
    </OutsidePage>
  );
}

function GuestForm({ onSaved }: { onSaved: (saved: GuestSaved) => void }) {
  const t = useT();
  const format = useFormat();
  const step = useRef<Step>('quote');
  const form = useForm<QuoteDraft>({
    defaultValues: { ...emptyDraft(null), pickupDate: format.toLocalInput(new Date()).slice(0, 10) },
    // The form library reads the resolver once; what it asks for is read when it runs.
    resolver: useMemo(() => resolver(() => step.current, false), []),
    shouldFocusError: false,
  });
  const draft = useWatch({ control: form.control, compute: (values: QuoteDraft) => values });
  const prices = usePrices(AS_GUEST);
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState<Quote | null>(null);
  const [busy, setBusy] = useState<Step | null>(null);
  const [others, setOthers] = useState<string[]>([]);
  const summary = useRef<HTMLDivElement>(null);
  const underWay = useRef(false);
  const outdated = prices.asked !== null && prices.asked.key !== quoteKey(draft);
  const bookable = chosen !== null && !outdated;
  const showSummary = () =>
    requestAnimationFrame(() => {
      summary.current?.scrollIntoView({ block: 'nearest' });
      summary.current?.focus({ preventScroll: true });
    });

  /** Both buttons go this way: one at a time, with the checks of their own step first. */
  const submit = (which: Step, act: (values: QuoteDraft) => Promise<void>) => async (event: { preventDefault: () => void }) => {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    step.current = which;
    setOthers([]);
    setBusy(which);
    try {
      await form.handleSubmit(act, showSummary)();
    } catch (error) {
      setOthers(refusals(error, (field, message) => form.setError(field as never, { type: 'server', message })));
      showSummary();
    } finally {
      underWay.current = false;
      setBusy(null);
    }
  };
  const getQuotes = submit('quote', async (values) => {
    setChosen(null);
    await prices.ask(values);
  });
  const bookIt = submit('book', async (values) => {
    if (!chosen || !prices.asked || outdated) return;
    if (!isEmail(email)) throw new Error(t('Enter a complete e-mail address.'));
    onSaved(await bookAsGuest(values, { bookingId: null, resourceToken: prices.asked.token, quoteId: chosen.id, toInstant: format.fromLocalInput }, email));
  });
  const errors = errorItems(form.formState.errors, others);
  return (
    <FormProvider {...form}>
      <OutsidePage title={t('Quote & book')} description={t('Get prices and book without an account.')}>
        <div ref={summary} tabIndex={-1} className="outline-none empty:hidden">
          {errors.length > 0 && <ValidationSummary errors={errors} title={t('Please check these fields')} />}
        </div>
        <form noValidate aria-label={t('Quote')} onSubmit={(event) => void getQuotes(event)} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <RouteSection isTenant={false} />
          <ItemsSection isTenant={false} />
          <OptionsSection isTenant={false} dangerousGoods={false} />
          <Button type="submit" size="lg" variant={bookable ? 'outline' : 'primary'} pending={busy === 'quote' || prices.waiting} className="justify-self-end">
            {prices.asked ? t('Update quotes') : t('Get quotes')}
          </Button>
        </form>
        <PriceList
          asked={prices.asked !== null || busy === 'quote'}
          answer={prices.answer}
          waiting={busy === 'quote' || prices.waiting}
          error={prices.error}
          onAgain={prices.again}
          outdated={outdated && busy !== 'quote'}
          chosen={chosen}
          onChoose={setChosen}
          seesCost={false}
          disabled={busy !== null}
        />
        {bookable && (
          <form noValidate aria-label={t('Book')} onSubmit={(event) => void bookIt(event)} className="grid min-w-0 gap-4">
            <ContactSection />
            <Card>
              <CardHeader title={t('Your e-mail address')} description={t('We send the booking number there. You need both to find the booking again.')} />
              <Field label={t('E-mail address')}>
                <Input type="email" value={email} onChange={(event) => setEmail(event.target.value)} maxLength={256} autoComplete="email" />
              </Field>
            </Card>
            <Button type="submit" size="lg" pending={busy === 'book'} className="justify-self-end">
              {t('Book for {price}', { price: format.money(chosen.customerCost.totalIncludingGst) })}
            </Button>
          </form>
        )}
      </OutsidePage>
    </FormProvider>
  );
}

/** Puts what the server refuses on its fields; gives the sentences that belong to none. */
function refusals(error: unknown, place: (field: string, message: string) => void): string[] {
  const problems = error instanceof ApiError ? fieldProblems(error.validationErrors) : [];
  for (const { field, message } of problems) if (field && field !== 'customerId') place(field, message);
  if (problems.length === 0) return [error instanceof ApiError ? errorMessage(error) : error instanceof Error ? error.message : t('The server could not be reached. Check your connection and try again.')];
  // Guests have no field for a customer: what is said of theirs stands above the form.
  return problems.filter(({ field }) => !field || field === 'customerId').map(({ message }) => message);
}
