// Rate card tab: zones.
import { lazy, Suspense, useState } from 'react';
import { List, Map, MapPin, MapPinned } from 'lucide-react';
import { Badge, Button, Skeleton } from '@waybill/plugin';
import { RateZoneRequest as limits } from '../../api/limits.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { Belongings } from '../../kit/Belongings.tsx';
import { FlagField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { TextCell } from '../../kit/list/Cells.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useT } from '../../lib/i18n.ts';
import { rateImport } from './imports.ts';
import type { RateCard, RateZone } from './model.ts';
import { Places } from './Places.tsx';
import { deleteZone, fetchZone, fetchZones, ofCardKey, saveZone } from './queries.ts';

const ZoneMap = lazy(() => import('./ZoneMap.tsx'));

export default function Zones({ card }: { card: RateCard }) {
  const t = useT();
  const { has } = usePermissions();
  const mayEdit = has('Pages.Rates.Edit');
  const [open, setOpen] = useState<RateZone | null>(null);
  const [onMap, setOnMap] = useState(false);
  const list = useList<RateZone>({
    id: 'rates.zones',
    key: [...ofCardKey(card.id), 'zones'],
    fetch: (query, signal) => fetchZones({ ...query, rateCardId: card.id }, signal),
    rowKey: (one) => one.id,
    name: (one) => one.code,
    columns: [
      {
        id: 'code',
        header: t('Code'),
        cell: (one) => <span className="font-mono">{one.code}</span>,
        csv: (one) => one.code,
        sort: 'code',
        fixed: true,
      },
      {
        id: 'name',
        header: t('Name'),
        cell: (one) => <TextCell>{one.name}</TextCell>,
        csv: (one) => one.name,
        sort: 'name',
        narrow: 'line',
      },
      {
        id: 'status',
        header: t('Status'),
        cell: (one) =>
          one.isActive ? (
            <span className="max-md:hidden">{t('Active')}</span>
          ) : (
            <Badge>{t('Inactive')}</Badge>
          ),
        csv: (one) => (one.isActive ? t('Active') : t('Inactive')),
        narrow: 'badge',
      },
    ],
    filters: [
      {
        kind: 'yesNo',
        id: 'active',
        label: t('Active'),
        pinned: true,
        field: 'isActive',
        words: [t('Active'), t('Inactive')],
      },
    ],
    search: { fields: ['code', 'name'] },
    sort: 'code',
    pageSize: 25,
    state: 'here',
  });
  return (
    <>
      <div role="group" aria-label={t('Show the zones as')} className="mb-3 flex gap-1">
        <Button
          size="sm"
          variant={onMap ? 'ghost' : 'outline'}
          aria-pressed={!onMap}
          onClick={() => setOnMap(false)}
        >
          <List aria-hidden /> {t('List')}
        </Button>
        <Button
          size="sm"
          variant={onMap ? 'outline' : 'ghost'}
          aria-pressed={onMap}
          onClick={() => setOnMap(true)}
        >
          <Map aria-hidden /> {t('Map')}
        </Button>
      </div>
      {onMap && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <ZoneMap card={card} onPlaces={setOpen} />
        </Suspense>
      )}
      {!onMap && (
        <Belongings
          list={list}
          title={t('Zones')}
          description={t('Names for the places that rates apply from and to.')}
          mayEdit={mayEdit}
          add={t('New zone')}
          menu={(one) => [
            { text: t('Places'), icon: <MapPin aria-hidden />, onClick: () => setOpen(one) },
          ]}
          texts={{
            failed: t('The zones could not be loaded'),
            search: { label: t('Search zones') },
            filter: t('Filter zones'),
            empty: {
              icon: <MapPinned />,
              title: t('No zones yet'),
              description: t('Add the zones that this card has rates between.'),
            },
            none: { title: t('No matching zones'), clear: t('Show all') },
          }}
          remove={deleteZone}
          afterwards={t(
            'Its places are deleted with it. A zone that has rates cannot be deleted; make it inactive instead.',
          )}
          stale={ofCardKey(card.id)}
          table={{
            mayImport: has('Pages.Rates.Import'),
            title: t('Import zones'),
            description: t(
              'A CSV file or Excel workbook with the columns zone, postCode and any other ' +
                'column of an export. New zones are added.',
            ),
            source: rateImport('zones', card.id),
            path: '/api/rates/zone/export-zone',
            query: { rateCardId: card.id },
          }}
        >
          {(one, close) => <ZoneDialog cardId={card.id} zone={one} onClose={close} />}
        </Belongings>
      )}
      {open && <Places zone={open} mayEdit={mayEdit} onClose={() => setOpen(null)} />}
    </>
  );
}

const valuesOf = (one: RateZone | null) => ({
  code: one?.code ?? '',
  name: one?.name ?? '',
  isActive: one?.isActive ?? true,
});

function ZoneDialog({
  cardId,
  zone,
  onClose,
}: {
  cardId: number;
  zone: RateZone | null;
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: zone,
    values: valuesOf,
    rules: {
      code: { needed: t('Enter a code'), limits: limits.code },
      name: { needed: t('Enter a name'), limits: limits.name },
    },
    save: (values, record) => saveZone({ ...record, ...values, rateCardId: cardId }),
    stale: [ofCardKey(cardId)],
    notice: (_, { code }) =>
      zone ? t('{name} saved', { name: code }) : t('{name} added', { name: code }),
    saved: onClose,
    ...(zone ? { newest: () => fetchZone(zone.id) } : {}),
  });
  return (
    <FormDialog
      of={form}
      title={zone ? t('Edit {name}', { name: zone.code }) : t('New zone')}
      action={zone ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <TextField
        name="code"
        label={t('Code')}
        {...(zone ? { hint: t('A new code also applies to its rates') } : {})}
      />
      <TextField name="name" label={t('Name')} />
      <FlagField
        name="isActive"
        label={t('Active')}
        hint={t('Addresses belong to active zones only')}
      />
    </FormDialog>
  );
}
