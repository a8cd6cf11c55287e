// Prices rows side by side, and books them at these prices; uncertain rows are reconciled first, to avoid double
// bookings.
import { ApiError, errorMessage } from '@waybill/plugin';
import type { BodyOf, ResultOf, Schema } from '../../../api/types.ts';
import { t } from '../../../lib/i18n.ts';
import { chosen, offerText, type Choice, type Quotes } from './choice.ts';
import { columnOf, RESULT } from './columns.ts';
import {
  bookingOf,
  quoteOf,
  type BookingBody,
  type Row,
  type RowProblem,
  type Shared,
} from './rows.ts';

const BATCH = '/api/booking/booking/createorupdatebatchbooking';

/** The price that a row was sent with. */
export interface Priced {
  id: number;
  token: string;
  total: number;
  offer: string;
  /** A changed row needs a new quote. */
  key: string;
}

export interface Outcome {
  /** `priced`: checked by the server and the carriers, not booked. */
  state: 'quoting' | 'priced' | 'booking' | 'booked' | 'failed';
  problems: readonly RowProblem[];
  /** The saved booking, booked or not. */
  booking?: Pick<Schema<'SavedBooking'>, 'id' | 'bookingStatus' | 'consignmentId'>;
  priced?: Priced;
  /** Set when sent with this price, without a response. */
  isUnsure?: boolean;
}

export interface Calls {
  ask: (body: BodyOf<'post', '/api/booking/Quote/Quote'>) => Promise<string>;
  collect: (token: string) => Promise<Quotes>;
  book: (body: BodyOf<'post', typeof BATCH>) => Promise<ResultOf<'post', typeof BATCH>>;
  /** Bookings made of these quotes. */
  made: (quoteIds: readonly number[]) => Promise<
    readonly {
      id: number;
      quoteId: number | null;
      bookingStatus: Schema<'Status'>;
      consignmentId: string | null;
    }[]
  >;
  pause: (milliseconds: number) => Promise<void>;
}

export interface Sending {
  rows: readonly Row[];
  outcomes: ReadonlyMap<number, Outcome>;
  shared: Shared;
  choice: Choice;
  calls: Calls;
  signal: AbortSignal;
  /** False: only checks and prices the rows. */
  books: boolean;
  onOutcomes: (changed: ReadonlyMap<number, Outcome>) => void;
}

/** Few rows per call: visible progress, little lost on a broken connection. */
const CHUNK_SIZE = 25;
/** Maximum rows quoted concurrently. */
const SIDE_BY_SIDE = 6;
/** Timeout; later answers are dropped. */
const QUOTE_TIMEOUT_MS = 30_000;
const POLL_MS = 300;
/** Delay and attempts after a 429 response. */
const SLOWER_MS = 5000;
const MAX_SLOWER = 12;

const failed = (message: string, column: string = RESULT): Outcome => ({
  state: 'failed',
  problems: [{ column, message }],
});

export function problemsIn(error: {
  message: string;
  validationErrors?:
    | readonly { message: string; members?: readonly string[] | null | undefined }[]
    | null;
}): RowProblem[] {
  const fields = (error.validationErrors ?? []).map(({ message, members }) => ({
    column: members?.map(columnOf).find((column) => column !== RESULT) ?? RESULT,
    message,
  }));
  return fields.length > 0 ? fields : [{ column: RESULT, message: error.message }];
}

const refused = (error: unknown): Outcome => ({
  state: 'failed',
  problems:
    error instanceof ApiError
      ? problemsIn(error)
      : [{ column: RESULT, message: errorMessage(error) }],
});

/** True if the call may be retried: it failed cleanly, or its outcome is unknown. */
const isOpen = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

async function patiently<T>(call: () => Promise<T>, { calls, signal }: Sending): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (
        !(error instanceof ApiError && error.status === 429) ||
        tries >= MAX_SLOWER ||
        signal.aborted
      )
        throw error;
      await calls.pause(SLOWER_MS);
    }
  }
}

const keyOf = (body: BookingBody, choice: Choice, row: Row): string =>
  JSON.stringify([
    quoteOf(body),
    choice,
    choice.kind === 'given' ? [row.cells['carrier'], row.cells['service']] : null,
  ]);

/** The row's price, unless the row, the sender or the choice has changed since. */
export function priceOf(
  row: Row,
  outcome: Outcome | undefined,
  { shared, choice }: Pick<Sending, 'shared' | 'choice'>,
): Priced | null {
  const { state, priced } = outcome ?? {};
  return state === 'priced' && priced?.key === keyOf(bookingOf(row, shared), choice, row)
    ? priced
    : null;
}

async function price(sending: Sending, row: Row, body: BookingBody): Promise<Priced | Outcome> {
  const { calls, choice } = sending;
  try {
    const token = await patiently(() => calls.ask(quoteOf(body)), sending);
    let answer = await patiently(() => calls.collect(token), sending);
    for (let waited = 0; !answer.isCompleted && waited < QUOTE_TIMEOUT_MS; waited += POLL_MS) {
      await calls.pause(POLL_MS);
      answer = await patiently(() => calls.collect(token), sending);
    }
    const chosenQuote = chosen(answer, choice, row);
    if ('problem' in chosenQuote) return failed(chosenQuote.problem, chosenQuote.column ?? RESULT);
    return {
      id: chosenQuote.quote.id,
      token: answer.resourceToken,
      total: chosenQuote.quote.customerCost.totalIncludingGst,
      offer: offerText(chosenQuote.quote),
      key: keyOf(body, choice, row),
    };
  } catch (error) {
    return refused(error);
  }
}

/** Works side by side, and reports each result once those before it are reported. */
async function runInOrder<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
  report: (result: R) => void,
): Promise<void> {
  const left = [...all.entries()];
  const results: { result: R }[] = [];
  let reported = 0;
  await Promise.all(
    Array.from({ length: Math.min(SIDE_BY_SIDE, left.length) }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [at, one] = next;
        results[at] = { result: await work(one) };
        for (let done = results[reported]; done; done = results[reported]) {
          reported += 1;
          report(done.result);
        }
      }
    }),
  );
}

interface Ready {
  row: Row;
  body: BookingBody;
  priced: Priced;
  before: Outcome | undefined;
}

/** Reconciles rows whose response was lost. */
async function reconcileRows(
  sending: Sending,
  rows: readonly Row[],
): Promise<Map<number, Outcome>> {
  const before = rows.flatMap((row) => {
    const outcome = sending.outcomes.get(row.key);
    return outcome?.isUnsure && outcome.priced ? [{ row, outcome, priced: outcome.priced }] : [];
  });
  if (before.length === 0) return new Map();
  const created = await patiently(
    () => sending.calls.made(before.map(({ priced }) => priced.id)),
    sending,
  );
  return new Map(
    before.map(({ row, outcome, priced }) => {
      const booking = created.find(({ quoteId }) => quoteId === priced.id);
      const currentBooking = booking ?? outcome.booking;
      // A quoted row resumes at the same price.
      if (booking && booking.bookingStatus !== 'Quoted')
        return [row.key, { state: 'booked', problems: [], booking, priced }];
      return [row.key, { ...outcome, ...(currentBooking ? { booking: currentBooking } : {}) }];
    }),
  );
}

function answered(
  ready: readonly Ready[],
  answer: ResultOf<'post', typeof BATCH>,
): Map<number, Outcome> {
  const changed = new Map<number, Outcome>();
  for (const { index, booking } of answer.successBookings) {
    const one = ready[index];
    if (one)
      changed.set(one.row.key, { state: 'booked', problems: [], booking, priced: one.priced });
  }
  for (const { index, errorInfo, booking } of answer.failBookings) {
    const one = ready[index];
    if (!one) continue;
    // Localised like any API error.
    const { message, validationErrors } = new ApiError(400, errorInfo.message, errorInfo);
    const keptState = booking ?? one.before?.booking;
    changed.set(one.row.key, {
      state: 'failed',
      problems: problemsIn({ message, validationErrors }),
      ...(keptState ? { booking: keptState } : {}),
    });
  }
  return changed;
}

async function bookSome(sending: Sending, ready: readonly Ready[]): Promise<void> {
  const { calls, onOutcomes } = sending;
  if (ready.length === 0) return;
  onOutcomes(
    new Map(
      ready.map(({ row, priced, before }) => [
        row.key,
        {
          state: 'booking',
          problems: [],
          priced,
          isUnsure: true,
          ...(before?.booking ? { booking: before.booking } : {}),
        },
      ]),
    ),
  );
  const bookings = ready.map(({ body, priced, before }) => ({
    booking: {
      ...(before?.booking ? { id: before.booking.id } : {}),
      ...body,
      quoteId: priced.id,
      resourceToken: priced.token,
    },
    bookingNote: null,
  }));
  try {
    onOutcomes(
      answered(
        ready,
        await patiently(() => calls.book({ bookings, operations: ['Book'] }), sending),
      ),
    );
  } catch (error) {
    const isUnsure = isOpen(error);
    const message = isUnsure
      ? t('No response. Send it again; nothing is booked twice.')
      : errorMessage(error);
    onOutcomes(
      new Map(
        ready.map(({ row, priced, before }) => [
          row.key,
          {
            ...failed(message),
            priced,
            isUnsure,
            ...(before?.booking ? { booking: before.booking } : {}),
          },
        ]),
      ),
    );
  }
}

/** False if the server's state could not be read. */
async function sendSome(sending: Sending, some: readonly Row[]): Promise<boolean> {
  const { outcomes, shared, choice, books, onOutcomes } = sending;
  let known: Map<number, Outcome>;
  try {
    known = await reconcileRows(sending, some);
  } catch (error) {
    onOutcomes(
      new Map(
        some.map((row) => [row.key, { ...outcomes.get(row.key), ...failed(errorMessage(error)) }]),
      ),
    );
    return false;
  }
  const booked = new Map([...known].filter(([, { state }]) => state === 'booked'));
  const left = some.filter(({ key }) => !booked.has(key));
  const beforeOf = (row: Row): Outcome | undefined => known.get(row.key) ?? outcomes.get(row.key);
  onOutcomes(
    new Map([
      ...booked,
      ...left.map(
        (row) => [row.key, { ...beforeOf(row), state: 'quoting', problems: [] }] as const,
      ),
    ]),
  );
  const ready: Ready[] = [];
  await runInOrder(
    left,
    async (row) => {
      const body = bookingOf(row, shared);
      const before = beforeOf(row);
      // A shown price is booked; one that was sent is kept, to reconcile a possible booking.
      const isKept = before?.isUnsure || before?.state === 'priced';
      const kept =
        isKept && before?.priced?.key === keyOf(body, choice, row) ? before.priced : null;
      return { row, body, before, kept, priced: kept ?? (await price(sending, row, body)) };
    },
    ({ row, body, before, kept, priced }) => {
      const booking = before?.booking ? { booking: before.booking } : {};
      if ('state' in priced) onOutcomes(new Map([[row.key, { ...priced, ...booking }]]));
      else if (books) ready.push({ row, body, priced, before });
      else {
        const isUnsure = kept && before?.isUnsure ? { isUnsure: true } : {};
        onOutcomes(
          new Map([[row.key, { state: 'priced', problems: [], priced, ...booking, ...isUnsure }]]),
        );
      }
    },
  );
  await bookSome(sending, ready);
  return true;
}

/** Sends unbooked rows; on abort, finishes requests in flight. */
export async function sendRows(sending: Sending): Promise<void> {
  const pendingRows = sending.rows.filter(
    (row) => sending.outcomes.get(row.key)?.state !== 'booked',
  );
  for (let first = 0; first < pendingRows.length && !sending.signal.aborted; first += CHUNK_SIZE) {
    if (!(await sendSome(sending, pendingRows.slice(first, first + CHUNK_SIZE)))) return;
  }
}
