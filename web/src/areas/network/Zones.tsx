// Head port tab: zones, as a list or on a map.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MapPin, MapPinned } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { JobZoneRequest } from '../../api/resources/network.gen.ts';
import { SelectField } from '../../kit/form-fields.tsx';
import type { ImportSpec } from '../../kit/import/spec.ts';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { ZONE_COLUMNS } from '../../kit/zones/columns.ts';
import { ListOrMap } from '../../kit/zones/ListOrMap.tsx';
import { Places } from '../../kit/zones/Places.tsx';
import { placeText } from '../../kit/zones/place.ts';
import { useT } from '../../lib/i18n.ts';
import {
  fetchZone,
  placeCalls,
  zoneCalls,
  zoneChoicesQuery,
  zoneImport,
  zoneMapQuery,
  type HeadPort,
  type Zone,
} from './queries.ts';

const { zone, zoneName, postCode, suburb, countryCode } = ZONE_COLUMNS;
const TABLE: ImportSpec = {
  name: 'job-zones',
  columns: [zone, zoneName, { ...postCode, needed: true }, suburb, countryCode],
  postcodes: { columns: ['postCode'], country: 'countryCode' },
};

export function Zones({ port, mayEdit }: { port: HeadPort; mayEdit: boolean }) {
  const t = useT();
  const [open, setOpen] = useState<{ id: number; code: string } | null>(null);
  const { data: choices = [] } = useQuery(zoneChoicesQuery(port.id));
  const show = ({ id, code }: { id: number; code?: string }) => setOpen({ id, code: code ?? '' });
  const parentOf = ({ parentid }: Zone) => choices.find(({ id }) => id === parentid)?.code ?? '';
  return (
    <>
      <ListOrMap
        map={zoneMapQuery(port.id)}
        empty={t('Zones are on the map once they have places.')}
        onPlaces={(id) => void fetchZone(id).then(show)}
      >
        <RecordTab
          id="network.zones"
          resource={JobZoneRequest}
          calls={zoneCalls(port.id)}
          mayEdit={mayEdit}
          name={({ code }) => code ?? ''}
          columns={[
            'code',
            'name',
            {
              id: 'places',
              header: t('Places'),
              cell: ({ locationcount }) => locationcount,
              csv: ({ locationcount }) => locationcount,
              numeric: true,
            },
            {
              id: 'first',
              header: t('First places'),
              cell: ({ zoneLocation }) => (
                <bdi dir="ltr">{(zoneLocation ?? []).slice(0, 3).map(placeText).join(', ')}</bdi>
              ),
              csv: ({ zoneLocation }) => (zoneLocation ?? []).map(placeText).join(', '),
              extra: true,
            },
            {
              id: 'parent',
              header: t('Within'),
              cell: (one) => parentOf(one) || '–',
              csv: parentOf,
              extra: true,
            },
            {
              id: 'onforwarding',
              header: t('Delivery'),
              cell: ({ isonforwarding }) =>
                isonforwarding ? <Badge tone="info">{t('On-forwarding')}</Badge> : t('Own'),
              csv: ({ isonforwarding }) => (isonforwarding ? t('On-forwarding') : t('Own')),
              narrow: 'line',
            },
            'isActive',
          ]}
          search={['code', 'name']}
          icon={<MapPinned />}
          menu={(one) => [
            { text: t('Places'), icon: <MapPin aria-hidden />, onClick: () => show(one) },
          ]}
          texts={{
            title: t('Zones'),
            description: t('Places that this head port serves.'),
            add: t('New zone'),
            failed: t('The zones could not be loaded'),
            search: t('Search zones'),
            filter: t('Filter zones'),
            empty: [t('No zones yet'), t('Add the zones that this head port serves.')],
            none: t('No matching zones'),
            afterwards: t('Its places are deleted with it and have no head port any more.'),
          }}
          table={{
            mayImport: mayEdit,
            title: t('Import zones'),
            description: t(
              'A CSV file or Excel workbook with a zone and a postcode in each row. ' +
                'New zones are added.',
            ),
            columns: TABLE,
            source: zoneImport(port.id),
            path: '/api/jobs/zone/export-zone',
            query: { headPortId: port.id },
          }}
          fields={(one) => ({
            code: { isCode: true },
            name: {},
            parent: (
              <SelectField name="parent" label={t('Within')} optional>
                <option value="">{t('Not set')}</option>
                {choices
                  .filter(({ id }) => id !== one?.id)
                  .map(({ id, code, name }) => (
                    <option key={id} value={id}>{`${code} ${name}`}</option>
                  ))}
              </SelectField>
            ),
            isonforwarding: {
              hint: t('A carrier or another driver delivers from here on.'),
            },
            isActive: { hint: t('Addresses belong to active zones only') },
          })}
          own={{
            values: (one) => ({ parent: String(one?.parentid ?? '') }),
            toWire: ({ parent }) => ({ parentid: parent === '' ? null : Number(parent) }),
          }}
          members={{ 'zone.parentid': 'parent' }}
        />
      </ListOrMap>
      {open && (
        <Places
          zone={open}
          calls={placeCalls(open)}
          mayEdit={mayEdit}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
