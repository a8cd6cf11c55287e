// The quote sheet, finished with one key.
import { useEffect, useMemo, useRef, useState, type Ref } from 'react';
import { useNavigate } from '@tanstack/react-router';
import {
  ApiError,
  cn,
  FieldMarks,
  said,
  useFormat,
  ValidationSummary,
  WarningNote,
} from '@waybill/plugin';
import {
  errorItems,
  FormProvider,
  useForm,
  useWatch,
  type FormErrorItem,
} from '@waybill/plugin/forms';
import { usePermissions, useSession } from '../../../api/session.ts';
import { totals } from '../../../kit/goods/measures.ts';
import { measuresOf } from '../../../kit/goods/items.ts';
import { useFinishKeys } from '../../../kit/finish-keys.ts';
import { useFirstPackageType } from '../../../kit/goods/first-package-type.ts';
import { formDraft } from '../../../kit/form-draft.ts';
import { sameValue } from '../../../kit/form-merge.ts';
import { useT } from '../../../lib/i18n.ts';
import { Slot } from '../../../plugins/Slot.tsx';
import type { FinishResult } from '../booking.ts';
import { quoteProblems } from '../draft.ts';
import { fieldProblems } from '../errors.ts';
import { finished } from '../finished.ts';
import { keepSheet, readSheet, sheetName, useKeptSheet } from '../sheet-storage.ts';
import type { QuoteDraft } from '../model.ts';
import { useToday, wantedPickup } from '../pickup.ts';
import { nextDraft, nextSheet } from '../prefill.ts';
import { choiceOf, type PriceLine } from '../prices/rank.ts';
import { PriceTable } from '../prices/PriceTable.tsx';
import { remember, rememberedOf } from '../remembered.ts';
import { resolver, type Step } from '../resolver.ts';
import { withTemplate } from '../templates.ts';
import { useFinish, type Way } from '../use-finish.ts';
import { useCard } from '../use-card.ts';
import { usePrices } from '../use-prices.ts';
import { AddressCard } from './AddressCard.tsx';
import { FLOATING_ERRORS } from './Cell.tsx';
import { FootBar } from './FootBar.tsx';
import { GoodsCard } from './GoodsCard.tsx';
import { HeadLine } from './HeadLine.tsx';
import { NewPrice } from './NewPrice.tsx';
import { PaymentCard } from './PaymentCard.tsx';
import { PickupLine } from './PickupLine.tsx';
import { ResultLine } from './ResultLine.tsx';
import { SwapEnds } from './SwapEnds.tsx';
import { Templates } from './Templates.tsx';
import { useReferenceFields, useSender } from './use-filled.ts';
import { useLastOptions, useLastTime } from './use-last-time.ts';
import { useLines } from './use-lines.ts';
import { useMissing } from './use-missing.ts';
import { useQuick } from './use-quick.ts';

export interface SheetProps {
  initial: QuoteDraft;
  /** Set for quoting or copying a booking. */
  isOfBooking: boolean;
  /** Null: a new one. */
  bookingId: number | null;
  /** Draft key. */
  name: string;
}

const focusOn = (selector: string) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());

export function Sheet({ initial, isOfBooking, bookingId, name }: SheetProps) {
  const navigate = useNavigate();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const today = useToday();
  const step = useRef<Step>('quote');
  const [storedSheet] = useState(() => readSheet(name));
  const [isRestored, setRestored] = useState(storedSheet !== null);
  const [savedId, setSavedId] = useState(storedSheet ? storedSheet.savedId : bookingId);
  const [others, setOthers] = useState<string[]>([]);
  const [last, setLast] = useState(finished.get);
  const summary = useRef<HTMLDivElement>(null);
  const quick = useRef<HTMLDivElement>(null);
  const form = useForm<QuoteDraft>({
    defaultValues: storedSheet?.draft ?? initial,
    // The form library reads the resolver once; the step is read on each run.
    resolver: useMemo(() => resolver(() => step.current, isTenant), [isTenant]),
    shouldFocusError: false,
  });
  const draft = useWatch({ control: form.control, compute: (values: QuoteDraft) => values });
  const { customerId } = draft;
  useFirstFocus(draft, isTenant);
  const keptAt = useKeptSheet(name, { draft, savedId }, isRestored || form.formState.isDirty);

  const remembered = !isTenant || customerId !== null ? rememberedOf(customerId) : null;
  useFirstPackageType(form, remembered?.packageType ?? '');
  const hours = useSender(form, isTenant, customerId);
  useReferenceFields(form, isTenant, customerId);

  const goods = useQuick(form);
  const priced = goods.withTyped(draft);
  const prices = usePrices(priced, {
    isReady: quoteProblems(priced, isTenant).length === 0,
    byItself: true,
  });
  const { lines, pickups, chosenOf } = useLines(prices, wantedPickup(draft, today, hours), [
    draft.service,
    remembered?.service ?? null,
  ]);
  const chosen = chosenOf(prices);
  const chosenLine = lines.find(({ quote }) => quote.id === chosen?.quote.id) ?? null;
  const missing = useMissing(priced, isTenant);
  useRefusedQuote(form, prices.error);

  const focusOnGoods = () =>
    requestAnimationFrame(() => quick.current?.querySelector('input')?.focus());
  const problems = (sentences: string[], focus?: () => void) => {
    setOthers(sentences);
    requestAnimationFrame(() => {
      if (focus) focus();
      else if (summary.current?.childElementCount) summary.current.focus({ preventScroll: true });
    });
  };
  const begin = (next: QuoteDraft) => {
    form.reset(next);
    formDraft.drop(name);
    setRestored(false);
    setSavedId(null);
    setOthers([]);
    prices.forget();
  };
  const startOver = () => {
    begin(initial);
    goods.setText('');
    setSavedId(bookingId);
    focusOn('[name="to"]');
  };
  const done = (
    way: Way,
    { booking, manifests, leftUndone, labels }: FinishResult,
    line: PriceLine | null,
    booked: QuoteDraft,
  ) => {
    const facts = line ? [line.name, line.service, format.money(line.total)].join(' · ') : '';
    const route = booked.from && booked.to ? `${booked.from.suburb} → ${booked.to.suburb}` : '';
    const isDraft = way === 'draft';
    finished.set({
      booking,
      facts,
      route,
      isDraft,
      leftUndone,
      wasPrinted: labels.length > 0,
      wasManifested: manifests.length > 0 || booking.bookingStatus === 'Manifested',
    });
    setLast(finished.get());
    if (isDraft) return setSavedId(booking.id);
    remember(booked);
    // Typing of the next consignment may have begun: it stays, and so does the focus.
    const hasTyped = goods.text !== '' || !sameValue(form.getValues(), booked);
    const next = nextSheet(booked, form.getValues());
    begin(nextDraft(booked));
    form.reset(next, { keepDefaultValues: true });
    if (isOfBooking) {
      // The next sheet has nothing else of this one.
      keepSheet(sheetName({}), { draft: goods.withTyped(next), savedId: null });
      void navigate({ to: '/quotes/new', search: {}, replace: true });
    }
    if (!hasTyped) focusOn('[name="to"]');
  };
  const card = useCard(!isTenant);
  const mayManifest = has('Pages.Booking.Manifest');
  const { busy, finish, offer, takeOffer, leaveOffer } = useFinish({
    form,
    prices,
    chosenOf,
    savedId,
    setSavedId,
    mayManifest,
    hours,
    today,
    step,
    card,
    onDone: done,
    onProblems: problems,
  });
  const finishTyped = (way: Way) => {
    if (goods.text.trim() === '' || goods.commit()) void finish(way);
    else focusOnGoods();
  };
  useFinishKeys(finishTyped);
  const lastOptions = useLastOptions(form, draft.options, remembered?.options ?? {});
  const lastTime = useLastTime(form, draft, isTenant, lastOptions, () => focusOn('[data-finish]'));
  const items = errorItems(form.formState.errors, others);
  return (
    <FormProvider {...form}>
      <FieldMarks>
        {() => (
          <div
            className={cn(
              '-mt-2 -mb-5 flex min-h-[calc(100dvh-4rem)] flex-col gap-2.5',
              FLOATING_ERRORS,
            )}
          >
            <HeadLine
              isTenant={isTenant}
              savedId={savedId}
              keptAt={keptAt}
              onCustomer={() => (draft.to ? focusOnGoods() : focusOn('[name="to"]'))}
              actions={
                <Templates
                  draft={draft}
                  onApply={(template) =>
                    form.reset(withTemplate(form.getValues(), template), {
                      keepDefaultValues: true,
                    })
                  }
                  onStartOver={startOver}
                />
              }
            />
            {last && (
              <ResultLine
                key={last.booking.id}
                finished={last}
                onDismiss={() => {
                  finished.set(null);
                  setLast(null);
                }}
              />
            )}
            <div className="grid items-stretch gap-3 min-[64rem]:grid-cols-2">
              <AddressCard
                end="from"
                aside={
                  <PickupLine
                    day={chosen ? pickups.get(Number(chosen.quote.carrierAccountId)) : undefined}
                  />
                }
                onChosen={() => focusOn('[name="to"]')}
              />
              <AddressCard end="to" aside={<SwapEnds />} onChosen={focusOnGoods} />
            </div>
            <GoodsCard
              quick={goods}
              quickRef={quick}
              lastTime={lastTime}
              lastOptions={lastOptions}
            />
            <PriceTable
              prices={prices}
              lines={lines}
              chosen={chosenLine}
              onChoose={(quote) => form.setValue('service', choiceOf(quote), { shouldDirty: true })}
              seesCost={has('Pages.Booking.ViewCost')}
              missing={missing}
              disabled={busy !== null}
              hasFields
            />
            {prices.isCurrent && (prices.shown?.warnings.length ?? 0) > 0 && (
              <WarningNote>
                {prices.shown?.warnings.map((warning) => (
                  <p key={warning.message}>{said(warning)}</p>
                ))}
              </WarningNote>
            )}
            {chosen && prices.isCurrent && (
              <div className="grid gap-3 empty:hidden">
                <Slot
                  name="quote.result.panel@1"
                  props={{
                    quote: {
                      id: String(chosen.quote.id),
                      carrier: chosen.quote.carrier.code,
                      serviceCode: chosen.quote.service.code,
                      serviceName: chosen.service,
                      total: chosen.total,
                    },
                    customerId,
                  }}
                />
              </div>
            )}
            {chosen && chosen.total > 0 && (
              <PaymentCard card={card} amount={chosen.total} isLocked={busy !== null} />
            )}
            <div className="mt-auto" />
            <FootBar
              chosen={chosen}
              pieces={totals(priced.items.map(measuresOf)).pieces}
              mayManifest={mayManifest}
              prices={prices}
              busy={busy}
              onFinish={finishTyped}
            >
              {offer && (
                <NewPrice
                  reason={offer.reason}
                  total={offer.quote.total}
                  before={offer.line.total}
                  onTake={() => void takeOffer()}
                  onLeave={leaveOffer}
                />
              )}
              <Summary ref={summary} errors={items} />
            </FootBar>
          </div>
        )}
      </FieldMarks>
    </FormProvider>
  );
}

/** An empty sheet begins with its customer, or its receiver; touch screens keep their keyboard shut. */
function useFirstFocus({ customerId, to }: QuoteDraft, isTenant: boolean): void {
  const first = useRef(
    isTenant && customerId === null ? '[data-field="customerId"]' : to ? null : '[name="to"]',
  );
  useEffect(() => {
    if (first.current && matchMedia('(pointer: fine)').matches) focusOn(first.current);
  }, []);
}

/** The next response clears them. */
function useRefusedQuote(form: ReturnType<typeof useForm<QuoteDraft>>, error: unknown): void {
  useEffect(() => {
    if (!(error instanceof ApiError)) return undefined;
    const fields = fieldProblems(error.validationErrors).filter(({ field }) => field);
    for (const { field, message } of fields)
      form.setError(field as never, { type: 'server', message });
    return () => {
      for (const { field } of fields) form.clearErrors(field as never);
    };
  }, [form, error]);
}

function Summary({ errors, ref }: { errors: FormErrorItem[]; ref: Ref<HTMLDivElement> }) {
  const t = useT();
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="max-h-[30dvh] overflow-y-auto outline-none empty:hidden"
    >
      {errors.length > 0 && (
        <ValidationSummary errors={errors} title={t('Please check these fields')} />
      )}
    </div>
  );
}
