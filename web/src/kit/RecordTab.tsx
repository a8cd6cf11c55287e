// Tab of child records from their descriptor: list, dialog, delete, import and export.
import type { ReactNode } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import type { FieldValues } from '@waybill/plugin/forms';
import type { Page } from '../api/client.ts';
import type { AnyResource, FieldName, RequestOf } from '../api/resource.ts';
import { usePermissions } from '../api/session.ts';
import { useT } from '../lib/i18n.ts';
import { Belongings, type BelongingsProps } from './Belongings.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { ListColumn, ListFilter, ListQuery } from './list/declare.ts';
import { useList } from './list/use-list.ts';
import { activeFilter, statusColumn, statusFilter } from './list/status.tsx';
import { useOperations, type RecordStates } from './record-states.tsx';
import { columns } from './resource/columns.tsx';
import { useResourceForm, type FormValues, type ResourceFormOptions } from './resource/form.ts';
import { RecordFields, type FieldPlaces } from './resource/RecordFields.tsx';

export interface ChildRow {
  id: number;
  name?: string;
  code?: string;
  status?: string;
  allowedOperations?: readonly string[];
}

export interface RecordCalls<Request, Row> {
  /** Of this parent's list. */
  key: QueryKey;
  /** Refetched after a change. */
  stale: QueryKey;
  alsoStale?: readonly QueryKey[];
  fetch: (query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
  /** Loads the latest record after a conflict. */
  newest?: (record: Row) => Promise<Row>;
  save: (request: Request, record: Row | null) => Promise<unknown>;
  remove: (id: number) => Promise<unknown>;
}

export interface RecordTexts {
  title: string;
  description: string;
  /** Button, and title of the dialog of a new record. */
  add: string;
  /** Title of the dialog of a record without a name. */
  edit?: string;
  failed: string;
  search?: string;
  filter: string;
  empty: readonly [title: string, description: string];
  none: string;
  /** Effect of deleting on other records. */
  afterwards: string;
}

export interface RecordTabProps<
  R extends AnyResource,
  N extends string,
  X,
  Row extends ChildRow,
  O extends string = never,
>
  extends
    Pick<
      ResourceFormOptions<R, N, X, Row, unknown>,
      'initial' | 'own' | 'rules' | 'check' | 'members' | 'units'
    >,
    Pick<BelongingsProps<Row>, 'menu' | 'note' | 'table' | 'className'> {
  /** Names the choice of columns: `customers.products`. */
  id: string;
  resource: R;
  calls: RecordCalls<RequestOf<R>, Row>;
  /** Name of a record, if it is not its field `name`. */
  name?: (one: Row) => string;
  /** `status` is the column of the states. */
  columns: readonly ((FieldName<R> & keyof Row & string) | 'status' | ListColumn<Row>)[];
  overrides?: Partial<Record<FieldName<R>, Partial<ListColumn<Row>>>>;
  filters?: readonly ListFilter[];
  search?: readonly string[];
  /** The first column by default. */
  sort?: string;
  icon: ReactNode;
  texts: RecordTexts;
  /** Of a record with states: adds the filter, and the allowed operations to each row's menu. */
  states?: RecordStates<O>;
  fields: FieldPlaces<R, N> | ((record: Row | null) => FieldPlaces<R, N>);
  /** Two columns. */
  wide?: boolean;
  /** With the descriptor's permission by default. */
  mayEdit?: boolean;
  notice?: (isNew: boolean) => string;
}

export function RecordTab<
  R extends AnyResource,
  N extends string,
  Row extends ChildRow,
  X = unknown,
  O extends string = never,
>(props: RecordTabProps<R, N, X, Row, O>) {
  const { id, resource, calls, name = nameOf, overrides, filters, search, texts, states } = props;
  const t = useT();
  const { has } = usePermissions();
  const operations = useOperations<Row, O>(states, name, [calls.stale]);
  const ofStates = statusColumn<Row>(
    t,
    ({ status = '' }) => states?.statuses[status] ?? { text: status, tone: 'neutral' },
    { sort: 'status' },
  );
  const shown = columns(
    resource,
    props.columns.map((column) => (column === 'status' ? ofStates : column)),
    t,
    overrides,
  );
  const list = useList<Row>({
    id,
    key: calls.key,
    fetch: calls.fetch,
    rowKey: (one) => one.id,
    name,
    columns: shown,
    filters: [
      ...(states ? [statusFilter(t, states.statuses)] : []),
      ...(filters ?? ('isActive' in resource.fields ? [activeFilter(t)] : [])),
    ],
    ...(search ? { search: { fields: search } } : {}),
    sort: props.sort ?? shown[0]?.sort,
    pageSize: 25,
    state: 'here',
  });
  const menu = (one: Row) => [...operations.menu(one), ...(props.menu?.(one) ?? [])];
  return (
    <>
      <Belongings
        list={list}
        title={texts.title}
        description={texts.description}
        mayEdit={props.mayEdit ?? (resource.edit !== undefined && has(resource.edit))}
        add={texts.add}
        texts={{
          failed: texts.failed,
          ...(texts.search === undefined ? {} : { search: { label: texts.search } }),
          filter: texts.filter,
          empty: { icon: props.icon, title: texts.empty[0], description: texts.empty[1] },
          none: { title: texts.none, clear: t('Show all') },
        }}
        remove={calls.remove}
        afterwards={texts.afterwards}
        stale={calls.stale}
        {...(states || props.menu ? { menu } : {})}
        {...(props.note === undefined ? {} : { note: props.note })}
        {...(props.table ? { table: props.table } : {})}
        {...(props.className === undefined ? {} : { className: props.className })}
      >
        {(record, close) => <RecordDialog {...props} record={record} onClose={close} />}
      </Belongings>
      {operations.dialog}
    </>
  );
}

const nameOf = ({ name, code }: { name?: string; code?: string }) => name ?? code ?? '';

function RecordDialog<
  R extends AnyResource,
  N extends string,
  Row extends ChildRow,
  X,
  O extends string,
>({
  resource,
  calls,
  record,
  name = nameOf,
  texts,
  fields,
  wide = false,
  onClose,
  notice,
  initial,
  own,
  rules,
  check,
  members,
  units,
}: RecordTabProps<R, N, X, Row, O> & { record: Row | null; onClose: () => void }) {
  const t = useT();
  const places = typeof fields === 'function' ? fields(record) : fields;
  const form = useResourceForm<R, N, Row, unknown, X>(resource, {
    record,
    fields: Object.keys(places) as N[],
    initial,
    own,
    rules,
    ...(check ? { check } : {}),
    ...(members ? { members } : {}),
    ...(units ? { units } : {}),
    // A request has the members that the list shows.
    name: (request) => name(request as unknown as Row),
    save: calls.save,
    stale: [calls.stale, ...(calls.alsoStale ?? [])],
    saved: onClose,
    newest: calls.newest,
    ...(notice ? { notice: () => notice(record === null) } : {}),
  });
  const inputs = <RecordFields resource={resource} fields={places} />;
  return (
    <FormDialog<FormValues<R, N, X> & FieldValues>
      of={form}
      title={record ? (texts.edit ?? t('Edit {name}', { name: name(record) })) : texts.add}
      action={record ? t('Save') : t('Add')}
      {...(wide ? { size: 'lg' } : {})}
      onClose={onClose}
    >
      {wide ? <div className="grid gap-3 sm:grid-cols-2">{inputs}</div> : inputs}
    </FormDialog>
  );
}
