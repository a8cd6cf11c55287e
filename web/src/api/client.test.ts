// Tests of the API client: requests, envelopes, failures.
import { inEnglish, speak } from '@waybill/plugin';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loopback, type Received, type Reply } from '../../test/loopback.ts';
import { translator } from '../lib/i18n.ts';
import { api, ApiError, pluginApi, setTenantId } from './client.ts';
import {
  answerProof,
  askForProof,
  isProofRequired,
  proofReasons,
  subscribeProof,
} from './proof.ts';
import { reach } from './reach.ts';
import { endSession, refreshSession, sessionState } from './session.ts';

let server: Awaited<ReturnType<typeof loopback>>;
let answer: (request: Received) => Reply;
let token: string | null;
const ok = (result: unknown): Reply => ({
  json: { result, success: true, error: null, __abp: true },
});
const refused = (status: number, error: object): Reply => ({
  status,
  json: { result: null, success: false, error, unAuthorizedRequest: status === 401, __abp: true },
});
const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error: unknown) => error as ApiError,
  );
const calls = () => server.received.filter((r) => !r.path.startsWith('/api/auth'));

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  token = 'token-1';
  server = await loopback((request) => {
    if (request.path === '/api/auth/session')
      return {
        json: token
          ? {
              user: { name: 'R', email: 'r@x.test', image: null },
              accessToken: token,
              expires: '',
              permissions: [],
            }
          : {},
      };
    if (request.path.startsWith('/api/auth')) return { json: {} };
    return answer(request);
  });
  setTenantId(7);
  await refreshSession();
});
afterEach(async () => {
  endSession();
  setTenantId(null);
  await server.close();
});

test('token and tenant go out, the envelope comes off', async () => {
  answer = () => ok({ items: [1], totalCount: 1 });
  expect(
    await pluginApi.get('/api/x', {
      filter: "name eq 'a b'",
      skip: 0,
      none: null,
      empty: '',
      ids: [1, 2],
    }),
  ).toEqual({ items: [1], totalCount: 1 });
  const call = calls()[0];
  expect(call?.headers).toMatchObject({
    authorization: 'Bearer token-1',
    'abp-tenantid': '7',
    'accept-language': 'en',
  });
  expect([...(call?.query ?? [])]).toEqual([
    ['filter', "name eq 'a b'"],
    ['skip', '0'],
    ['ids', '1'],
    ['ids', '2'],
  ]);
});

test('a body goes out as JSON; an answer without envelope comes as it is; 204 is nothing', async () => {
  answer = (request) =>
    request.method === 'POST' ? { json: { access_token: 'x' } } : { status: 204 };
  expect(await pluginApi.post('/api/x', { a: 1 })).toEqual({ access_token: 'x' });
  expect(calls()[0]).toMatchObject({
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(await pluginApi.del('/api/x', { id: 3 })).toBeUndefined();
});

test('a refusal carries its code, sentence and fields', async () => {
  const validationErrors = [
    { message: 'Weight must be above 0.', members: ['booking.items[0].weight'] },
  ];
  answer = () =>
    refused(400, {
      code: 42,
      message: 'The booking is not complete.',
      details: 'One field.',
      validationErrors,
    });
  const error = await failure(pluginApi.post('/api/x', {}));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 400,
    code: 42,
    message: 'The booking is not complete.',
    details: 'One field.',
    validationErrors,
  });
});

test.each([
  [403, 'You are not permitted to do this.'],
  [500, 'The server answered with an error (500). Try again later.'],
])('a bare %i still says something to people', async (status, sentence) => {
  answer = () => ({ status, text: '<html>' });
  expect(await failure(pluginApi.get('/api/x'))).toMatchObject({
    status,
    message: sentence,
    validationErrors: [],
  });
});

describe('refusals in the language of the page', () => {
  const texts = {
    Bookings: 'Buchungen',
    'You need the permission “{permission}” for this.':
      'Dafür brauchen Sie die Berechtigung „{permission}“.',
    'Your request is not valid.': 'Ihre Anfrage ist nicht gültig.',
    'must be at most {max} characters': 'darf höchstens {max} Zeichen haben',
    'is required': 'ist erforderlich',
    'must have at least {missing}': 'muss mindestens enthalten: {missing}',
    'a digit': 'eine Ziffer',
    '{count} characters': '{count} Zeichen',
  };
  beforeEach(async () =>
    speak({ language: 'de', direction: 'ltr', t: await translator('de', texts) }),
  );
  afterEach(() => speak({ language: 'en', direction: 'ltr', t: inEnglish }));

  test('their values are filled into the translation, and words of the product among them are translated', async () => {
    answer = () =>
      refused(403, {
        code: 0,
        message: 'You need the permission “Bookings” for this.',
        template: 'You need the permission “{permission}” for this.',
        parameters: { permission: { message: 'Bookings' } },
      });
    expect(await failure(pluginApi.get('/api/x'))).toMatchObject({
      message: 'Dafür brauchen Sie die Berechtigung „Buchungen“.',
    });
  });

  test('each field has its own', async () => {
    const validationErrors = [
      {
        message: 'must be at most 12 characters',
        members: ['name'],
        template: 'must be at most {max} characters',
        parameters: { max: '12' },
      },
      { message: 'is required', members: ['code'] },
      {
        message: 'must have at least a digit, 8 characters',
        members: ['password'],
        template: 'must have at least {missing}',
        parameters: {
          missing: [
            { message: 'a digit' },
            { message: '8 characters', template: '{count} characters', parameters: { count: '8' } },
          ],
        },
      },
    ];
    answer = () =>
      refused(400, { code: 0, message: 'Your request is not valid.', validationErrors });
    const error = (await failure(pluginApi.post('/api/x', {}))) as ApiError;
    expect(error.message).toBe('Ihre Anfrage ist nicht gültig.');
    expect(error.validationErrors.map(({ message }) => message)).toEqual([
      'darf höchstens 12 Zeichen haben',
      'ist erforderlich',
      'muss mindestens enthalten: eine Ziffer, 8 Zeichen',
    ]);
  });

  test('what nobody has translated stays as it was said', async () => {
    answer = () => refused(400, { code: 5, message: 'The carrier says {no}.' });
    expect(await failure(pluginApi.get('/api/x'))).toMatchObject({
      message: 'The carrier says {no}.',
    });
  });
});

test('an expired token is renewed once and the call repeated', async () => {
  answer = (request) =>
    request.headers.authorization === 'Bearer token-2'
      ? ok('fine')
      : refused(401, { message: 'Expired.' });
  token = 'token-2';
  expect(await pluginApi.get('/api/x')).toBe('fine');
  expect(calls()).toHaveLength(2);
  expect(sessionState().status).toBe('authenticated');
});

test('a session that is over ends here too', async () => {
  answer = () => refused(401, { message: 'Expired.' });
  token = null;
  expect(await failure(pluginApi.get('/api/x'))).toMatchObject({ status: 401 });
  expect(sessionState().status).toBe('unauthenticated');
  const before = calls().length;
  expect(await failure(pluginApi.get('/api/x'))).toMatchObject({
    status: 401,
    message: 'Sign in first.',
    details: 'An accessToken is required to call this method',
  });
  expect(calls()).toHaveLength(before);
});

test('a call of the tenant is not made before the tenant is known', async () => {
  setTenantId(null);
  answer = () => ok(true);
  expect(await failure(pluginApi.get('/api/x'))).toMatchObject({
    status: 400,
    message: 'This page has no company. Reload it.',
    details: 'A tenantId is required for this method',
  });
  expect(calls()).toEqual([]);
  expect(await pluginApi.get('/api/x', {}, { anonymous: true })).toBe(true);
});

test('an answer that cannot be read says so', async () => {
  answer = () => ({ text: '<html>' });
  expect(await failure(pluginApi.get('/api/x'))).toMatchObject({
    message: 'The server gave an answer that cannot be read.',
    details: 'Could not parse schema',
  });
});

const LISTS = {
  '/api/finance/invoice/getinvoices': 'id',
  '/api/drivers/driver/drivers': 'id',
  '/api/drivers/vehicle/vehicles': 'id',
  '/api/jobs/head-port/head-ports': 'id',
  '/api/jobs/linehaul/line-hauls': 'id',
  '/api/jobs/linehaul/line-haul-jobs': 'jobid',
} as const;

test.each(Object.keys(LISTS) as (keyof typeof LISTS)[])(
  'a list of another shape is a failure: %s',
  async (path) => {
    let page: unknown;
    answer = () => ok(page);
    const load = () =>
      api.get(path as '/api/jobs/linehaul/line-haul-jobs', {
        startHeadPort: 'A',
        destinationHeadPort: 'B',
      });
    const row = { [LISTS[path]]: 4 };
    for (page of [
      null,
      [row],
      { items: [row] },
      { items: row, totalCount: 1 },
      { items: [row, {}], totalCount: 2 },
      { items: [null], totalCount: 1 },
    ])
      expect(await failure(load())).toMatchObject({
        message: 'The server gave an answer that cannot be read.',
      });
    page = { items: [row], totalCount: 1 };
    expect(await load()).toEqual(page);
  },
);

test('a line haul of another shape is a failure', async () => {
  let found: unknown;
  answer = () => ok(found);
  const load = () => api.get('/api/jobs/linehaul/line-haul', { jobId: 4 });
  for (found of [null, { lineHaul: { id: 4 } }, { linehaul: null }, { linehaul: { id: '4' } }])
    expect(await failure(load())).toMatchObject({ details: 'Could not parse schema' });
  found = { linehaul: { id: 4 } };
  expect(await load()).toEqual(found);
});

test('guests may make anonymous calls', async () => {
  endSession();
  answer = () => ok(true);
  expect(await pluginApi.post('/api/x', {}, undefined, { anonymous: true })).toBe(true);
  expect(calls()[0]?.headers.authorization).toBeUndefined();
});

test('no answer at all is told as such', async () => {
  await server.close();
  expect(await failure(pluginApi.get('/api/x'))).toMatchObject({
    status: 0,
    details: 'APIClient error - there was no response',
  });
});

test('a change is not sent into a lost connection, and is sent once when it is back', async () => {
  let isAway = true;
  answer = () => ok('saved');
  const session = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    isAway ? Promise.reject(new TypeError('Failed to fetch')) : session(input, init);
  await refreshSession();
  expect(reach.get()).toBe(false);
  const error = await failure(pluginApi.post('/api/save', { a: 1 }));
  expect(error.message).toBe('No connection to the server: nothing was sent.');
  expect(sessionState().status).toBe('authenticated');
  isAway = false;
  expect(await pluginApi.post('/api/save', { a: 1 })).toBe('saved');
  expect(reach.get()).toBe(true);
  expect(calls()).toHaveLength(1);
  globalThis.fetch = session;
});

test('a change whose answer is lost may have been saved, and is not repeated', async () => {
  let sent = 0;
  const session = globalThis.fetch;
  globalThis.fetch = () => {
    sent += 1;
    return Promise.reject(new TypeError('network changed'));
  };
  const error = await failure(pluginApi.put('/api/save', { a: 1 }));
  globalThis.fetch = session;
  expect(error.message).toMatch(/Check whether this was saved/);
  expect(sent).toBe(1);
});

test('a rejected token ends no session while the session service is away', async () => {
  answer = () => refused(401, { code: 0, message: 'expired' });
  const session = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    String(input).startsWith('/api/auth')
      ? Promise.reject(new TypeError('Failed to fetch'))
      : session(input, init);
  await failure(pluginApi.get('/api/x'));
  globalThis.fetch = session;
  expect(sessionState().status).toBe('authenticated');
  await refreshSession();
});

test('a file comes with its name', async () => {
  answer = () => ({
    text: 'PDF',
    headers: {
      'content-disposition': "attachment; filename=label.pdf; filename*=UTF-8''Label%20%C3%A9.pdf",
    },
  });
  const { blob, fileName } = await pluginApi.file('/api/f', { token: 't' });
  expect(fileName).toBe('Label é.pdf');
  expect(await blob.text()).toBe('PDF');
});

test('the shell’s own calls say what they send where the method takes it', async () => {
  answer = () => ok(null);
  await api.get('/api/customer/customer/getCustomers', { filter: 'id eq 1', maxResultCount: 1 });
  await api.post('/api/search', { query: 'a', customerId: undefined });
  await api.put('/api/core/language/updateLanguageTexts', {
    languageName: 'de',
    key: 'Yes',
    value: 'Ja',
  });
  await api.del('/api/core/Document/DeleteDocuments', { id: [1, 2] });
  await api.post('/api/core/profile/sendtwofactorcode');
  expect(
    calls().map(({ method, path, query, body }) => [method, path, String(query), body]),
  ).toEqual([
    ['GET', '/api/customer/customer/getCustomers', 'filter=id+eq+1&maxResultCount=1', ''],
    ['POST', '/api/search', '', '{"query":"a"}'],
    [
      'PUT',
      '/api/core/language/updateLanguageTexts',
      '',
      '{"languageName":"de","key":"Yes","value":"Ja"}',
    ],
    ['DELETE', '/api/core/Document/DeleteDocuments', 'id=1&id=2', ''],
    ['POST', '/api/core/profile/sendtwofactorcode', '', '{}'],
  ]);
});

const wantsProof = refused(403, { code: 3114, message: 'Confirm that it is you.' });

test('a call that wants a fresh proof asks once for all that wait, and is made again', async () => {
  let isProven = false;
  let proofRequests = 0;
  answer = () => (isProven ? ok('done') : wantsProof);
  const stop = subscribeProof(() => {
    if (!isProofRequired()) return;
    proofRequests += 1;
    // Both calls wait by then.
    setTimeout(() => {
      isProven = true;
      if (isProofRequired()) answerProof(true);
    }, 200);
  });
  expect(await Promise.all([pluginApi.post('/api/x'), pluginApi.post('/api/y')])).toEqual([
    'done',
    'done',
  ]);
  expect(proofRequests).toBeGreaterThan(0);
  expect(calls()).toHaveLength(4);
  stop();
});

test('one dialog names what each call is for, and a call sent before the proof asks no more', async () => {
  let isProven = false;
  let shown: readonly string[] = [];
  let dialogs = 0;
  answer = ({ path }) => {
    const reason = path === '/api/x' ? 'To close a period.' : 'To change a role.';
    return isProven ? ok('done') : refused(403, { code: 3114, message: reason });
  };
  let wasShown = false;
  const stop = subscribeProof(() => {
    if (isProofRequired() && !wasShown) {
      dialogs += 1;
      setTimeout(() => {
        shown = proofReasons();
        isProven = true;
        answerProof(true);
      }, 200);
    }
    wasShown = isProofRequired();
  });
  const sentAt = performance.now();
  const paths = ['/api/x', '/api/y', '/api/y'];
  expect(await Promise.all(paths.map((path) => pluginApi.post(path)))).toEqual(
    paths.map(() => 'done'),
  );
  expect(shown.toSorted()).toEqual(['To change a role.', 'To close a period.']);
  expect([dialogs, proofReasons()]).toEqual([1, []]);
  expect(await askForProof('Late.', sentAt)).toBe(true);
  expect(dialogs).toBe(1);
  expect(await askForProof('Next.', performance.now())).toBe(true);
  expect([dialogs, shown]).toEqual([2, ['Next.']]);
  stop();
});

test('who does not prove it, or still lacks the proof, hears the refusal', async () => {
  answer = () => wantsProof;
  expect(await failure(pluginApi.post('/api/x'))).toMatchObject({
    status: 403,
    code: 3114,
    message: 'Confirm that it is you.',
  });
  expect(calls()).toHaveLength(1);
  for (const proven of [false, true]) {
    const stop = subscribeProof(() => isProofRequired() && setTimeout(() => answerProof(proven)));
    expect(await failure(pluginApi.post('/api/x'))).toMatchObject({ status: 403, code: 3114 });
    stop();
  }
  expect(calls()).toHaveLength(4);
});
