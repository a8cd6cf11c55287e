// Form of a record: its descriptor gives values, rules and request.
import type { FieldValues } from '@waybill/plugin/forms';
import type { AnyResource, DraftOf, RequestOf } from '../../api/resource.ts';
import { useT } from '../../lib/i18n.ts';
import { useRecordForm, type RecordForm, type RecordFormOptions } from '../form.ts';
import type { Rules } from '../form-rules.ts';
import { draftOf, rulesOf, wireOf } from './values.ts';

/** Values of the described fields, and of those handled by the screen. */
export type FormValues<R extends AnyResource, N extends string, X> = Omit<DraftOf<R, N>, keyof X> &
  X;

/** Fields that the screen converts itself. */
export interface OwnFields<R extends AnyResource, V, X, Row> {
  values: (record: Row | null) => X;
  toWire: (values: V, record: Row | null) => Partial<RequestOf<R>>;
}

export interface ResourceFormOptions<
  R extends AnyResource,
  N extends string,
  X,
  Row extends object,
  A,
> extends Omit<
  RecordFormOptions<Row | null, FormValues<R, N, X> & FieldValues, A>,
  'record' | 'values' | 'rules' | 'save' | 'newest'
> {
  record: Row | null;
  /** Described fields of the form. */
  fields: readonly N[];
  /** Values of a new record that differ from the API's defaults. */
  initial?: Partial<DraftOf<R, N>> | undefined;
  own?: OwnFields<R, FormValues<R, N, X>, X, Row> | undefined;
  /** Rules that differ from the descriptor's. */
  rules?: Rules | ((values: FormValues<R, N, X>) => Rules) | undefined;
  /** Name of the saved record, for the notice. */
  name: (request: RequestOf<R>) => string;
  save: (request: RequestOf<R>, record: Row | null) => Promise<A>;
  /** Loads the latest record after a conflict. */
  newest?: ((record: Row) => Promise<Row>) | undefined;
}

/** Members of a request that the form may not show, as they were read. */
const unchanged = (resource: AnyResource, record: object | null) =>
  Object.fromEntries(
    Object.entries(record ?? {}).filter(
      ([name]) => name === 'id' || name === 'rowVersion' || name in resource.fields,
    ),
  );

export function useResourceForm<
  R extends AnyResource,
  N extends string,
  Row extends object,
  A,
  X = unknown,
>(
  resource: R,
  {
    record,
    fields,
    initial,
    own,
    rules,
    name,
    save,
    newest,
    notice,
    ...options
  }: ResourceFormOptions<R, N, X, Row, A>,
): RecordForm<FormValues<R, N, X> & FieldValues, Row | null> {
  type Values = FormValues<R, N, X> & FieldValues;
  const t = useT();
  const derived = rulesOf(resource, fields, t);
  const toRequest = (values: Values, before: Row | null) =>
    ({
      ...unchanged(resource, before),
      ...wireOf(resource, fields, values),
      ...own?.toWire(values, before),
    }) as RequestOf<R>;
  return useRecordForm<Row | null, Values, A>({
    ...options,
    record,
    values: (one) =>
      ({
        ...draftOf(resource, fields, one),
        ...(one ? {} : initial),
        ...own?.values(one),
      }) as Values,
    rules:
      typeof rules === 'function'
        ? (values) => ({ ...derived, ...rules(values) })
        : { ...derived, ...rules },
    save: (values, before) => save(toRequest(values, before), before),
    notice: (answer, values) => {
      if (notice) return notice(answer, values);
      const saved = { name: name(toRequest(values, record)) };
      return record ? t('{name} saved', saved) : t('{name} added', saved);
    },
    ...(record && newest ? { newest: () => newest(record) } : {}),
  });
}
