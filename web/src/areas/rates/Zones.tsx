// Rate card tab: zones.
import { useState } from 'react';
import { MapPin, MapPinned } from 'lucide-react';
import { RateZoneRequest } from '../../api/resources/rates.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { ListOrMap } from '../../kit/zones/ListOrMap.tsx';
import { Places } from '../../kit/zones/Places.tsx';
import { useT } from '../../lib/i18n.ts';
import { rateImport } from './imports.ts';
import type { RateCard, RateZone } from './model.ts';
import { ZONE_TABLE } from './tables.ts';
import { fetchZone, placeCalls, zoneCalls, zoneMapQuery } from './queries.ts';

export default function Zones({ card }: { card: RateCard }) {
  const t = useT();
  const { has } = usePermissions();
  const mayEdit = has('Pages.Rates.Edit');
  const [open, setOpen] = useState<RateZone | null>(null);
  return (
    <>
      <ListOrMap
        map={zoneMapQuery(card.id)}
        empty={t(
          'Zones are on the map once they have places: suburbs, postcodes, states or countries.',
        )}
        onPlaces={(id) => void fetchZone(id).then(setOpen)}
      >
        <RecordTab
          id="rates.zones"
          resource={RateZoneRequest}
          calls={zoneCalls(card.id)}
          name={({ code }) => code}
          columns={['code', 'name', 'isActive']}
          search={['code', 'name']}
          icon={<MapPinned />}
          menu={(one) => [
            { text: t('Places'), icon: <MapPin aria-hidden />, onClick: () => setOpen(one) },
          ]}
          texts={{
            title: t('Zones'),
            description: t('Names for the places that rates apply from and to.'),
            add: t('New zone'),
            failed: t('The zones could not be loaded'),
            search: t('Search zones'),
            filter: t('Filter zones'),
            empty: [t('No zones yet'), t('Add the zones that this card has rates between.')],
            none: t('No matching zones'),
            afterwards: t(
              'Its places are deleted with it. A zone that has rates cannot be deleted; make it inactive instead.',
            ),
          }}
          table={{
            mayImport: has('Pages.Rates.Import'),
            title: t('Import zones'),
            description: t(
              'A CSV file or Excel workbook with a zone and a postcode or suburb in each row. ' +
                'New zones are added.',
            ),
            columns: ZONE_TABLE,
            source: rateImport('zones', card.id),
            path: '/api/rates/zone/export-zone',
            query: { rateCardId: card.id },
          }}
          fields={(zone) => ({
            code: zone ? { hint: t('A new code also applies to its rates') } : {},
            name: {},
            isActive: { hint: t('Addresses belong to active zones only') },
          })}
        />
      </ListOrMap>
      {open && (
        <Places
          zone={open}
          calls={placeCalls(open)}
          isWide
          mayEdit={mayEdit}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
