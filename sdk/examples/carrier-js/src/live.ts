// Prices asked of the carrier's own service, and its answers in the taxonomy of errors.
//
//   POST <apiUrl>/prices  {"from": {"postcode", "country"}, "to": …, "kilograms": 7, "currency":
//   "AUD"} 200  {"prices": [{"id": "q-1", "service": "ROAD", "amount": "18.40", "days": 3}]}
//   without tax 4xx  {"code": "NO-ROUTE", "message": "…"}
import httpClient from 'waybill:host/http-client@1.0.0';
import { type Account, decimal } from './account';
import {
  internal,
  notFound,
  payload,
  rejected,
  unauthorised,
  unavailable,
  unsupported,
} from './errors';
import { SERVICES, rate } from './pricing';
import { read, write } from './utf8';

interface Price {
  id: string;
  service: string;
  amount: string;
  days: number;
}

export function live(account: Account, consignment: Consignment, kilograms: number): Rate[] {
  const place = (address: Address) => ({
    postcode: address.postcode,
    country: address.countryCode,
  });
  const question = {
    from: place(consignment.from),
    to: place(consignment.to),
    kilograms,
    currency: account.currency,
  };
  const answer = json(send(`${account.apiUrl}/prices`, question));
  const prices = isRecord(answer) ? answer.prices : undefined;
  if (!Array.isArray(prices)) throw unreadable('there is no list of prices');
  return prices.flatMap((price: unknown) => {
    const minor = isPrice(price) ? decimal(price.amount, 2) : null;
    if (!isPrice(price) || minor === null)
      throw unreadable('a price lacks a member or its amount is no number');
    // Unknown services are skipped.
    const known = SERVICES.some((service) => service.code === price.service);
    return known ? [rate(account, price.service, minor, price.days, price.id)] : [];
  });
}

function send(url: string, question: unknown): HttpResponse {
  const headers = [
    { name: 'content-type', value: 'application/json' },
    // The host fills in the key; it is never in the plugin's memory.
    { name: 'authorization', value: 'Bearer {{secret:apiKey}}' },
  ];
  let response: HttpResponse;
  try {
    response = httpClient.send({
      method: 'POST',
      url,
      headers,
      body: write(JSON.stringify(question)),
      timeoutMs: 5_000,
    });
  } catch (error) {
    throw unreachable(payload<HttpError>(error));
  }
  if (response.status >= 200 && response.status < 300) return response;
  throw refusal(response);
}

function unreachable(error: HttpError): PluginError {
  switch (error.tag) {
    case 'refused':
      return unsupported(`the call is not allowed: ${error.val}`);
    case 'timed-out':
      return unavailable('the price service did not answer in time');
    case 'unreachable':
      return unavailable(`the price service could not be reached: ${error.val}`);
    case 'too-large':
      return internal('the answer of the price service is too large');
    default:
      return internal(`the price service could not be called: ${error.val}`);
  }
}

function refusal(response: HttpResponse): PluginError {
  const { status } = response;
  let said: Record<string, unknown> = {};
  try {
    const body = JSON.parse(read(response.body));
    if (isRecord(body)) said = body;
  } catch {
    // The body is not JSON, for example an HTML page: use the status alone.
  }
  const words =
    typeof said.message === 'string' ? said.message : `the price service answered ${status}`;
  if (status === 401 || status === 403) return unauthorised(words);
  if (status === 404) return notFound(words);
  if (status === 408 || status === 429 || status >= 500) {
    const after =
      response.headers
        .find((header) => header.name.toLowerCase() === 'retry-after')
        ?.value.trim() ?? '';
    return unavailable(words, /^\d{1,6}$/.test(after) ? Number(after) * 1000 : null);
  }
  if (status >= 400)
    return rejected(typeof said.code === 'string' ? said.code : String(status), words, status);
  return internal(`the price service answered with the unexpected status ${status}`);
}

function json(response: HttpResponse): unknown {
  try {
    return JSON.parse(read(response.body));
  } catch {
    throw unreadable('it is no JSON');
  }
}

const unreadable = (why: string) =>
  internal(`the answer of the price service could not be read: ${why}`);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isPrice = (value: unknown): value is Price =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.service === 'string' &&
  typeof value.amount === 'string' &&
  Number.isInteger(value.days) &&
  (value.days as number) >= 0 &&
  (value.days as number) <= 365;
