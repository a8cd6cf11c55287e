// The records of wit/v1 that this carrier meets, and the host's functions, as the QuickJS back end
// gives them: names in camel case, an absent option is null, 64-bit integers are numbers, a
// function that answers with an error throws it, as the payload of an Error.

interface Money {
  minor: number;
  currency: string;
}

interface Address {
  contactName: string | null;
  companyName: string | null;
  email: string | null;
  telephone: string | null;
  lines: string[];
  suburb: string;
  state: string | null;
  postcode: string;
  countryCode: string;
  residential: boolean;
}

/** Measures are of one of the `quantity` pieces. */
interface Item {
  reference: string;
  packageType: string;
  description: string;
  quantity: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  weightG: number;
  dangerousGoods: boolean;
}

interface Consignment {
  reference: string;
  from: Address;
  to: Address;
  items: Item[];
  dangerousGoods: {
    unNumber: string;
    packingGroup: string | null;
    description: string | null;
    packageType: string | null;
  } | null;
  currency: string;
  dispatchDate: string;
  customerReference: string;
  pickupInstructions: string;
  deliveryInstructions: string;
  options: string[];
  ext: [string, string][];
}

interface FieldError {
  member: string;
  message: string;
}

type PluginError =
  | { tag: 'invalid-input'; val: FieldError[] }
  | { tag: 'rejected'; val: { code: string; message: string; httpStatus: number | null } }
  | { tag: 'unavailable'; val: { message: string; retryAfterMs: number | null } }
  | { tag: 'unauthorised' | 'not-found' | 'unsupported' | 'internal'; val: string };

interface Attribute {
  key: string;
  displayName: string;
  dataType: 'text' | 'secret' | 'number' | 'boolean' | 'choice';
  required: boolean;
  choices: string[];
  help: string;
}

interface Service {
  code: string;
  name: string;
  additional: boolean;
}
interface Charge {
  code: string;
  description: string;
  amount: Money;
  tax: Money;
  additional: boolean;
}

interface Rate {
  serviceCode: string;
  serviceName: string;
  charges: Charge[];
  transitDays: number | null;
  cutOff: string | null;
  carrierQuote: string | null;
}

interface BookRequest {
  consignment: Consignment;
  serviceCode: string;
  carrierQuote: string | null;
}
interface Booked {
  reference: string;
  connote: string;
  data: string;
}
interface WaybillFile {
  mediaType: string;
  content: Uint8Array;
}

interface TrackingEvent {
  id: string;
  at: string;
  status: string | null;
  description: string;
  location: string;
  signedBy: string | null;
}
interface Tracked {
  connote: string;
  events: TrackingEvent[];
  eta: string | null;
}

interface Label {
  carrierName: string;
  serviceName: string;
  connote: string;
  piece: number;
  pieces: number;
  gs1: string;
  route: string;
  sender: Address;
  receiver: Address;
  reference: string;
  weightG: number;
  instructions: string;
  date: string;
  dangerousGoods: boolean;
}

interface HttpHeader {
  name: string;
  value: string;
}
interface HttpRequest {
  method: string;
  url: string;
  headers: HttpHeader[];
  body: Uint8Array | null;
  timeoutMs: number | null;
}
interface HttpResponse {
  status: number;
  headers: HttpHeader[];
  body: Uint8Array;
}
type HttpError =
  | { tag: 'refused' | 'unreachable' | 'invalid'; val: string }
  | { tag: 'timed-out' | 'too-large' };
type StoreError = { tag: 'too-large' | 'full' } | { tag: 'unavailable'; val: string };

declare module 'waybill:host/config@1.0.0' {
  const config: { plugin(): string; account(): string; accountCode(): string };
  export default config;
}
declare module 'waybill:host/key-value@1.0.0' {
  /** Each throws a StoreError. */
  const keyValue: {
    get(key: string): Uint8Array | null;
    set(key: string, value: Uint8Array, ttlSeconds: number | null): void;
    delete(key: string): void;
    increment(key: string, by: number): number;
  };
  export default keyValue;
}
declare module 'waybill:host/http-client@1.0.0' {
  /** Throws an HttpError. */
  const httpClient: { send(request: HttpRequest): HttpResponse };
  export default httpClient;
}
declare module 'waybill:host/clock@1.0.0' {
  const clock: { now(): number; localNow(): string };
  export default clock;
}
declare module 'waybill:host/render@1.0.0' {
  /** Throws words that name the field. */
  const render: { labels(labels: Label[]): WaybillFile };
  export default render;
}
