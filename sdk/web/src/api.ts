// The host's API client for plugins, and its error.
import { words } from './format.ts';
import { t } from './i18n.ts';
import { lacksSubject, translateMessage, type Said, type SaidValue } from './server-messages.ts';

/** A refused field, with JSON member names as sent (`booking.items[0].weight`). */
export interface FieldError extends Said {
  members: string[];
}

/** Details of an API error. */
export interface Refused {
  code?: number;
  details?: string | null;
  template?: string | null | undefined;
  parameters?: Record<string, SaidValue> | null | undefined;
  validationErrors?: FieldError[] | null;
}

/** Any answer that is not a success. `message` is localised; `status` 0 means no answer. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: number;
  readonly details: string | null;
  /** The untranslated sentence, if any, and its values. */
  readonly template: string | null;
  readonly parameters: Record<string, SaidValue>;
  readonly validationErrors: FieldError[];

  constructor(status: number, message: string, rest: Refused = {}) {
    const { template = null, parameters } = rest;
    super(translateMessage({ message, template, parameters }));
    this.template = template;
    this.parameters = parameters ?? {};
    this.status = status;
    this.code = rest.code ?? 0;
    this.details = rest.details ?? null;
    this.validationErrors = (rest.validationErrors ?? []).map((error) => ({
      ...error,
      message: translateMessage(error),
    }));
  }
}

/** Query values: undefined, null and '' are left out, arrays repeat the key. */
export type Query = Record<
  string,
  string | number | boolean | null | undefined | readonly (string | number)[]
>;

export interface RequestOptions {
  signal?: AbortSignal;
  /** Sent without a token for guests. */
  anonymous?: boolean;
}

/** Calls under /api with token and tenant; returns answers without their envelope. */
export interface ApiClient {
  get<T>(path: string, query?: Query, options?: RequestOptions): Promise<T>;
  post<T>(path: string, body?: unknown, query?: Query, options?: RequestOptions): Promise<T>;
  put<T>(path: string, body?: unknown, query?: Query, options?: RequestOptions): Promise<T>;
  del<T>(path: string, query?: Query, options?: RequestOptions): Promise<T>;
  /** A file (label, export) with the server's name. */
  file(
    path: string,
    query?: Query,
    options?: RequestOptions,
  ): Promise<{ blob: Blob; fileName: string }>;
  /** A multipart upload. */
  upload<T>(path: string, form: FormData, query?: Query, options?: RequestOptions): Promise<T>;
}

/** One page of any list call. */
export interface Page<T> {
  totalCount: number;
  items: T[];
}

/** Sentence of a refused field that no form shows: its label, unless the message names a subject. */
export function refusedField({
  message,
  members,
}: Pick<FieldError, 'message' | 'members'>): string {
  const steps = (members[0] ?? '').split(/[.[\]]+/).filter(Boolean);
  const name = steps.findLast((step) => !/^\d+$/.test(step));
  if (!name || !lacksSubject(message, true)) return message;
  const bare = name.replace(/^is(?=[A-Z])/, '').replace(/(?<=[a-z])Ids?$/, '');
  return `${t(words(bare))} ${message}`;
}

/** Message to show for anything thrown; refused fields are named in words. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError && error.validationErrors.length > 0)
    return error.validationErrors.map(refusedField).join(' · ');
  if (error instanceof Error && error.message) return error.message;
  return t('Something went wrong. Try again.');
}
