// Audit log with values before and after.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScrollText, VenetianMask } from 'lucide-react';
import { cn, Badge, useFormat, words } from '@waybill/plugin';
import { MomentCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { target } from '../../lib/href.ts';
import { UserImage } from '../../shell/UserImage.tsx';
import { useT } from '../../lib/i18n.ts';
import { Changes } from '../../kit/history/Changes.tsx';
import { propertyLabel } from '../../kit/history/properties.ts';
import { shownChanges } from '../../kit/history/values.ts';
import { changeTypes, entityName, placeOf, type AuditEntry } from '../../kit/history/model.ts';
import { entityTypesQuery, fetchEntries } from './queries.ts';

const MAX_NAMED = 3;

const thingName = (entry: AuditEntry): string =>
  entry.entityName ||
  (entry.entityId > 0 && entry.entityType !== 'Session' ? `#${entry.entityId}` : '');

function UserCell({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const name = entry.userName;
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      {name && <UserImage name={name} image={null} className="size-5 text-[9px]" />}
      {name ? (
        <Link
          {...target(`/settings/audit-log?who=${encodeURIComponent(name)}`)}
          title={t('Show activity of {name}', { name })}
          className={cn(
            'min-w-6 truncate rounded leading-6 hover:underline',
            'focus-visible:outline-2 focus-visible:outline-ring',
          )}
        >
          {name}
        </Link>
      ) : (
        <span className="text-muted-foreground">{t('The system')}</span>
      )}
      {entry.impersonatorName && (
        <span className="inline-flex min-w-0 items-center gap-1 text-xs text-warning-text">
          <VenetianMask aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 truncate">
            {t('impersonated by {name}', { name: entry.impersonatorName })}
          </span>
        </span>
      )}
    </span>
  );
}

function What({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const place = placeOf(entry);
  const name = thingName(entry);
  return (
    <>
      <span className="text-muted-foreground">{t(entityName(entry.entityType))}</span>{' '}
      {place ? (
        <Link
          {...target(place)}
          className="text-link underline decoration-border underline-offset-2 hover:decoration-current"
        >
          {name}
        </Link>
      ) : (
        name
      )}
    </>
  );
}

function useColumns(): ListColumn<AuditEntry>[] {
  const t = useT();
  const kindText = (entry: AuditEntry) =>
    t(changeTypes[entry.changeType]?.text ?? words(entry.changeType));
  const valueNames = ({ changes }: AuditEntry) => {
    const names = shownChanges(changes).map(({ propertyName }) => propertyLabel(propertyName));
    return [
      names.slice(0, MAX_NAMED).join(', '),
      names.length > MAX_NAMED &&
        t('{count} more', { count: names.length - MAX_NAMED }, '{count} more'),
    ]
      .filter(Boolean)
      .join(', ');
  };
  return [
    {
      id: 'when',
      header: t('When'),
      cell: (entry) => <MomentCell value={entry.creationTime} />,
      csv: (entry) => entry.creationTime,
      sort: 'creationTime',
      fixed: true,
    },
    {
      id: 'change',
      header: t('Change'),
      cell: (entry) => (
        <Badge tone={changeTypes[entry.changeType]?.tone ?? 'neutral'} dot>
          {kindText(entry)}
        </Badge>
      ),
      csv: kindText,
      fixed: true,
      narrow: 'badge',
    },
    {
      id: 'thing',
      header: t('Record'),
      cell: (entry) => <What entry={entry} />,
      csv: (entry) => [t(entityName(entry.entityType)), thingName(entry)].filter(Boolean).join(' '),
      narrow: 'line',
    },
    {
      id: 'who',
      header: t('User'),
      cell: (entry) => <UserCell entry={entry} />,
      csv: (entry) => entry.userName || t('The system'),
      narrow: 'line',
    },
    {
      id: 'values',
      header: t('Values'),
      priority: 1,
      cell: (entry) => <span className="text-muted-foreground">{valueNames(entry)}</span>,
      csv: (entry) => entry.changes.map((change) => change.propertyName).join(', '),
    },
    {
      id: 'really',
      header: t('Impersonated by'),
      priority: 2,
      cell: (entry) => entry.impersonatorName || '–',
      csv: (entry) => entry.impersonatorName,
      extra: true,
    },
    {
      id: 'address',
      header: t('IP address'),
      priority: 3,
      cell: (entry) => entry.clientAddress || '–',
      csv: (entry) => entry.clientAddress,
      extra: true,
    },
  ];
}

export default function AuditLog() {
  const t = useT();
  const format = useFormat();
  const types = useQuery(entityTypesQuery);
  const list = useList<AuditEntry>({
    id: 'audit.log',
    key: ['audit'],
    fetch: fetchEntries,
    rowKey: (entry) => entry.id,
    name: (entry) => format.dateTime(entry.creationTime),
    columns: useColumns(),
    filters: [
      {
        kind: 'choice',
        id: 'type',
        label: t('Record'),
        pinned: true,
        single: true,
        open: true,
        field: 'entityType',
        options: (types.data ?? []).map((value) => ({ value, label: t(entityName(value)) })),
      },
      {
        kind: 'choice',
        id: 'change',
        label: t('Change'),
        pinned: true,
        field: 'changeType',
        options: Object.entries(changeTypes).map(([value, { text }]) => ({
          value,
          label: t(text),
        })),
      },
      { kind: 'text', id: 'who', label: t('User'), pinned: true, field: 'userName' },
      {
        kind: 'days',
        id: 'when',
        label: t('When'),
        pinned: true,
        field: 'creationTime',
        edges: ['from', 'to'],
      },
      { kind: 'number', id: 'id', label: t('Record ID'), field: 'entityId' },
    ],
    search: { fields: ['entityName', 'userName'] },
    sort: '-creationTime',
  });
  return (
    <RecordList
      list={list}
      title={t('Audit log')}
      heading={{
        breadcrumbs: [{ text: t('Settings'), href: '/settings' }],
        description: t('All changes and sign-ins, newest first.'),
      }}
      details={(entry) => <Changes entry={entry} />}
      texts={{
        failed: t('The audit log could not be loaded'),
        search: { label: t('Search the audit log'), placeholder: t('Name of a person or record') },
        filter: t('Filter the audit log'),
        empty: {
          icon: <ScrollText />,
          title: t('No recordings yet'),
          description: t('Changes are listed here from now on.'),
        },
        none: {
          title: t('No matching entries'),
          description: t('Try a longer period or another user.'),
          clear: t('Show all entries'),
        },
      }}
    />
  );
}
