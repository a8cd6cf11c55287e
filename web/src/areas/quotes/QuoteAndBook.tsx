// Quote & book: what goes where, the carriers' prices as they come, and the booking of one of them.
import { useEffect, useMemo, useRef, useState, type Ref } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ApiError, Button, ErrorNote, errorMessage, said, Spinner, useFormat, ValidationSummary, WarningNote } from '@waybill/plugin';
import { errorItems, FormProvider, useForm, useWatch, type FormErrorItem } from '@waybill/plugin/forms';
import { queryClient } from '../../api/query-client.ts';
import { usePermissions, useSession } from '../../api/session.ts';
import { useFeatures } from '../../api/tenant.tsx';
import { msg, t, useT } from '../../lib/i18n.ts';
import { LeaveGuard } from '../../lib/leave-guard.tsx';
import { Slot } from '../../plugins/Slot.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { Needs } from '../../shell/Needs.tsx';
import type { SavedBooking } from '../../lib/bookings/model.ts';
import { bookingQuery, bookingsKey } from '../../lib/bookings/queries.ts';
import { book, SavedOnly } from './booking.ts';
import { quoteKey } from './draft.ts';
import { fieldProblems } from './errors.ts';
import { draftOf } from './from-booking.ts';
import { ContactSection } from './form/ContactSection.tsx';
import { InsuranceSection } from './form/InsuranceSection.tsx';
import { ItemsSection } from './form/ItemsSection.tsx';
import { OptionsSection } from './form/OptionsSection.tsx';
import { RouteSection } from './form/RouteSection.tsx';
import { bookingReferencesQuery, referenceDrafts } from '../../lib/bookings/references.ts';
import { packageTypesQuery } from '../../lib/package-types.ts';
import { sendingCustomerQuery } from './lookups.ts';
import { emptyDraft, type Quote, type QuoteDraft } from './model.ts';
import { PriceList } from './prices/PriceList.tsx';
import { carrierName } from './prices/rank.ts';
import { nextDraft, withSender, type Prefilled } from './prefill.ts';
import { resolver, type Step } from './resolver.ts';
import { SuccessPanel } from './SuccessPanel.tsx';
import { usePrices } from './use-prices.ts';

const route = getRouteApi('/shell/quotes/new');

export function QuoteAndBook() {
  const t = useT();
  return (
    <Needs permission="Pages.Booking.Create" title={t('Quote & book')} to={msg('quote and book')}>
      <Start />
    </Needs>
  );
}

const crumbs = () => [{ text: t('Bookings'), href: '/bookings' }];

/** A form begun from a booking waits for it; then it is a form like any other. */
function Start() {
  const t = useT();
  const { customer, booking, copy } = route.useSearch();
  const format = useFormat();
  const { isTenant } = useSession();
  const sourceId = booking ?? copy ?? null;
  const source = useQuery({ ...bookingQuery(sourceId ?? 0), enabled: sourceId !== null, staleTime: 0 });
  if (sourceId === null) {
    const initial = { ...emptyDraft(isTenant ? (customer ?? null) : null), pickupDate: format.toLocalInput(new Date()).slice(0, 10) };
    return <QuoteForm key={customer ?? 'new'} initial={initial} bookingId={null} />;
  }
  if (source.data) return <QuoteForm key={`${booking ? 'of' : 'like'} ${sourceId}`} initial={draftOf(source.data, booking === undefined, format.toLocalInput)} bookingId={booking ?? null} />;
  return (
    <>
      <PageHeading title={t('Quote & book')} breadcrumbs={crumbs()} />
      {source.isError ? <ErrorNote title={t('Booking #{sourceId} could not be loaded', { sourceId })} error={source.error} onRetry={() => void source.refetch()} /> : <Spinner label={t('Loading the booking')} />}
    </>
  );
}

interface QuoteFormProps {
  initial: QuoteDraft;
  /** The saved booking that is quoted here; null: a new one is made. */
  bookingId: number | null;
}

function QuoteForm({ initial, bookingId }: QuoteFormProps) {
  const t = useT();
  const navigate = useNavigate();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const features = useFeatures();
  const step = useRef<Step>('quote');
  const form = useForm<QuoteDraft>({
    defaultValues: initial,
    // The form library reads the resolver once; what it asks for is read when it runs.
    resolver: useMemo(() => resolver(() => step.current, isTenant), [isTenant]),
    shouldFocusError: false,
  });
  const draft = useWatch({ control: form.control, compute: (values: QuoteDraft) => values });
  const prices = usePrices();
  const [chosen, setChosen] = useState<Quote | null>(null);
  const [others, setOthers] = useState<string[]>([]);
  const [busy, setBusy] = useState<Step | null>(null);
  const underWay = useRef(false);
  const [booked, setBooked] = useState<{ booking: SavedBooking; quote: Quote; draft: QuoteDraft } | null>(null);
  const [lastStep, setLastStep] = useState<Step>('quote');
  const [savedId, setSavedId] = useState(bookingId);
  const summary = useRef<HTMLDivElement>(null);
  const priceFrame = useRef<HTMLDivElement>(null);
  const contacts = useRef<HTMLFormElement>(null);

  useFirstPackageType(form);
  usePrefilledSender(form, isTenant, draft.customerId);
  useReferenceFields(form, isTenant, draft.customerId);

  const outdated = prices.asked !== null && prices.asked.key !== quoteKey(draft);
  const bookable = chosen !== null && !outdated;
  const refuse = (error: unknown) => {
    const problems = error instanceof ApiError ? fieldProblems(error.validationErrors) : [];
    for (const problem of problems) if (problem.field) form.setError(problem.field as never, { type: 'server', message: problem.message });
    const unplaced = problems.filter((problem) => !problem.field).map((problem) => problem.message);
    const sentences = problems.length === 0 ? [errorMessage(error)] : unplaced;
    if (error instanceof SavedOnly) {
      setSavedId(error.booking.id);
      sentences.push(t('The booking is saved as #{id}. Book again, or choose another price.', { id: error.booking.id ?? 0 }));
    }
    setOthers(sentences);
    showSummary();
  };
  const showSummary = () =>
    requestAnimationFrame(() => {
      summary.current?.scrollIntoView({ block: 'nearest' });
      summary.current?.focus({ preventScroll: true });
    });

  /** Both buttons go this way: one at a time, with the checks of their own step first. */
  const submit = (which: Step, act: (values: QuoteDraft) => Promise<void>) => async (event?: { preventDefault: () => void }) => {
    event?.preventDefault();
    // A second press comes before the first one has been rendered: the state alone would let it through.
    if (underWay.current) return;
    underWay.current = true;
    step.current = which;
    setLastStep(which);
    setOthers([]);
    setBusy(which);
    try {
      await form.handleSubmit(act, showSummary)();
    } catch (error) {
      refuse(error);
    } finally {
      underWay.current = false;
      setBusy(null);
    }
  };
  const getQuotes = submit('quote', async (values) => {
    setChosen(null);
    await prices.ask(values);
    // Beside the form nothing moves; on a narrow screen the prices are below it.
    requestAnimationFrame(() => priceFrame.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }));
  });
  const bookIt = submit('book', async (values) => {
    if (!chosen || !prices.asked || outdated) return;
    const booking = await book(values, { bookingId: savedId, resourceToken: prices.asked.token, quoteId: chosen.id, toInstant: format.fromLocalInput });
    void queryClient.invalidateQueries({ queryKey: bookingsKey });
    setBooked({ booking, quote: chosen, draft: values });
  });
  const choose = (quote: Quote) => {
    if (!chosen) requestAnimationFrame(() => contacts.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }));
    setChosen(quote);
  };
  const another = () => {
    if (!booked) return;
    if (bookingId !== null) return void navigate({ to: '/quotes/new' });
    form.reset(nextDraft(booked.draft));
    prices.forget();
    setChosen(null);
    setOthers([]);
    setSavedId(null);
    setBooked(null);
  };

  if (booked) {
    return (
      <>
        <PageHeading title={t('Quote & book')} breadcrumbs={crumbs()} />
        <SuccessPanel booked={booked.booking} quote={booked.quote} draft={booked.draft} onAnother={another} />
      </>
    );
  }
  const items = errorItems(form.formState.errors, others);
  return (
    <FormProvider {...form}>
      <PageHeading title={t('Quote & book')} breadcrumbs={crumbs()} {...(savedId === null ? {} : { description: t('For booking #{savedId}', { savedId }) })} />
      <div className="grid items-start gap-4 grid-cols-[minmax(0,1fr)] min-[75rem]:grid-cols-[minmax(0,1fr)_22rem] 2xl:grid-cols-[minmax(0,1fr)_26rem]">
        <form noValidate aria-label={t('Quote')} onSubmit={(event) => void getQuotes(event)} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {(lastStep === 'quote' || !bookable) && <Summary ref={summary} errors={items} />}
          <RouteSection isTenant={isTenant} />
          <ItemsSection isTenant={isTenant} />
          <OptionsSection isTenant={isTenant} dangerousGoods={features.has('DangerousGoods')} />
          {features.has('Insurance') && <InsuranceSection isTenant={isTenant} />}
          <div className="flex items-center justify-end gap-3">
            <Button type="submit" variant={bookable ? 'outline' : 'primary'} size="lg" pending={busy === 'quote' || prices.waiting}>
              {prices.asked ? t('Update quotes') : t('Get quotes')}
            </Button>
          </div>
        </form>
        <div className="scroll-mt-18 min-[75rem]:sticky min-[75rem]:top-17 min-[75rem]:row-span-2 min-[75rem]:max-h-[calc(100dvh-5.5rem)] min-[75rem]:overflow-y-auto" ref={priceFrame}>
          <PriceList
            asked={prices.asked !== null || busy === 'quote'}
            answer={prices.answer}
            waiting={busy === 'quote' || prices.waiting}
            error={prices.error}
            onAgain={prices.again}
            outdated={outdated && busy !== 'quote'}
            chosen={chosen}
            onChoose={choose}
            seesCost={has('Pages.Booking.ViewCost')}
            disabled={busy !== null}
          />
          {!outdated && prices.asked !== null && prices.asked.warnings.length > 0 && (
            <WarningNote className="mt-4">
              {prices.asked.warnings.map((warning) => (
                <p key={warning.message}>{said(warning)}</p>
              ))}
            </WarningNote>
          )}
          {bookable && (
            <div className="mt-4 grid gap-4 empty:hidden">
              <Slot
                name="quote.result.panel@1"
                props={{ quote: { id: String(chosen.id), carrier: chosen.carrier.code, serviceCode: chosen.service.code, serviceName: chosen.service.description ?? chosen.service.code, total: chosen.customerCost.totalIncludingGst }, customerId: draft.customerId }}
              />
            </div>
          )}
        </div>
        {bookable && (
          <form noValidate ref={contacts} aria-label={t('Book')} onSubmit={(event) => void bookIt(event)} className="grid min-w-0 scroll-mt-18 gap-4">
            <ContactSection />
            {lastStep === 'book' && <Summary ref={summary} errors={items} />}
            <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
              <p className="text-sm text-muted-foreground">
                {carrierName(chosen.carrier)} {chosen.service.description || chosen.service.code} · <b className="font-semibold text-foreground tabular-nums">{format.money(chosen.customerCost.totalIncludingGst)}</b>
              </p>
              <Button type="submit" size="lg" pending={busy === 'book'}>
                {t('Book')}
              </Button>
            </div>
          </form>
        )}
      </div>
      <LeaveGuard dirty={form.formState.isDirty} />
    </FormProvider>
  );
}

/** What is wrong, beside the button that was pressed. */
function Summary({ errors, ref }: { errors: FormErrorItem[]; ref: Ref<HTMLDivElement> }) {
  const t = useT();
  return (
    <div ref={ref} tabIndex={-1} className="scroll-my-24 outline-none empty:hidden">
      {errors.length > 0 && <ValidationSummary errors={errors} title={t('Please check these fields')} />}
    </div>
  );
}

/** Cartons are what most goods travel in; the list decides what they are called, so it has to be known first. */
function useFirstPackageType(form: ReturnType<typeof useForm<QuoteDraft>>) {
  const types = useQuery(packageTypesQuery);
  const { data } = types;
  useEffect(() => {
    if (!data?.length || form.getValues('items.0.packageType')) return;
    const usual = data.find((type) => /carton/i.test(type.name)) ?? data[0];
    if (!usual) return;
    form.resetField('items.0.packageType', { defaultValue: usual.name });
  }, [data, form]);
}

/** A customer's own address is where its goods usually leave from; nothing that was typed is overwritten. */
function usePrefilledSender(form: ReturnType<typeof useForm<QuoteDraft>>, isTenant: boolean, customerId: number | null) {
  const hasBook = usePermissions().has('Pages.FrequentAddress');
  const { data } = useQuery({ ...sendingCustomerQuery(isTenant ? customerId : null, hasBook), enabled: !isTenant || customerId !== null });
  const filled = useRef<Prefilled | null>(null);
  useEffect(() => {
    if (!data) return;
    filled.current = withSender(form.getValues(), data, filled.current);
    form.setValue('from', filled.current.from);
    form.setValue('sender', filled.current.sender);
  }, [data, form]);
}

/** The fields are the chosen customer's; what was typed for another one does not stay. */
function useReferenceFields(form: ReturnType<typeof useForm<QuoteDraft>>, isTenant: boolean, customerId: number | null) {
  const { data } = useQuery({ ...bookingReferencesQuery(isTenant ? customerId : null), enabled: !isTenant || customerId !== null });
  const before = useRef(customerId);
  useEffect(() => {
    const said = before.current === customerId ? form.getValues('references') : [];
    before.current = customerId;
    form.setValue('references', referenceDrafts(data ?? [], said));
  }, [data, customerId, form]);
}
