// Driver tab: vehicles.
import { Truck } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { VehicleRequest } from '../../api/resources/drivers.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { NumberField } from '../../kit/form-fields.tsx';
import { TextCell } from '../../kit/list/Cells.tsx';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { useT } from '../../lib/i18n.ts';
import { measureText, readMeasure } from '../../lib/measures.ts';
import { vehicleCalls, type Vehicle } from './queries.ts';

const SIDES = ['length', 'width', 'height'] as const;

/** New vehicles: metres and kilograms. */
const unitsOf = (one: Vehicle | null) =>
  ({
    length: one?.capacity?.length?.unit ?? 'm',
    width: one?.capacity?.width?.unit ?? 'm',
    height: one?.capacity?.height?.unit ?? 'm',
    weight: one?.capacity?.weight?.unit ?? 'kg',
    gvm: one?.gvm?.unit ?? 'kg',
  }) as const;

/** Measures in a form, in the units that were stored. */
const measuresOf = (one: Vehicle | null) => ({
  length: measureText(one?.capacity?.length),
  width: measureText(one?.capacity?.width),
  height: measureText(one?.capacity?.height),
  weight: measureText(one?.capacity?.weight),
  gvm: measureText(one?.gvm),
});

function toCapacity(draft: ReturnType<typeof measuresOf>, one: Vehicle | null) {
  const units = unitsOf(one);
  return {
    capacity: {
      ...one?.capacity,
      length: readMeasure(draft.length, units.length),
      width: readMeasure(draft.width, units.width),
      height: readMeasure(draft.height, units.height),
      weight: readMeasure(draft.weight, units.weight),
    },
    gvm: readMeasure(draft.gvm, units.gvm),
  };
}

const load = ({ capacity }: Vehicle) =>
  [
    SIDES.every((side) => capacity?.[side]) &&
      SIDES.map((side) => `${capacity?.[side]?.value} ${capacity?.[side]?.unit}`).join(' × '),
    capacity?.weight && `${capacity.weight.value} ${capacity.weight.unit}`,
  ]
    .filter(Boolean)
    .join(' · ');

export function Vehicles({ driverId }: { driverId: number }) {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.Driver.Edit');
  const number = { number: { min: 0, say: t('A number is required') } };
  return (
    <RecordTab
      id="drivers.vehicles"
      resource={VehicleRequest}
      calls={vehicleCalls(driverId)}
      mayEdit={mayEdit}
      columns={[
        'name',
        'registrationnumber',
        {
          id: 'load',
          header: t('Capacity'),
          cell: (one) => <TextCell dir="ltr">{load(one)}</TextCell>,
          csv: load,
        },
        {
          id: 'current',
          header: t('Status'),
          cell: ({ isactive, iscurrentvehicle }) =>
            !isactive ? (
              <Badge>{t('Inactive')}</Badge>
            ) : iscurrentvehicle ? (
              <Badge tone="success">{t('Current vehicle')}</Badge>
            ) : null,
          csv: ({ iscurrentvehicle }) => (iscurrentvehicle ? t('Current vehicle') : ''),
          narrow: 'badge',
        },
      ]}
      icon={<Truck />}
      texts={{
        title: t('Vehicles'),
        description: t('Vehicles that the driver uses, with what they can carry.'),
        add: t('New vehicle'),
        failed: t('The vehicles could not be loaded'),
        filter: t('Filter vehicles'),
        empty: [t('No vehicles yet'), t('Add the vehicle that the driver uses.')],
        none: t('No matching vehicles'),
        afterwards: t('This cannot be undone.'),
      }}
      wide
      fields={(one) => {
        const units = unitsOf(one);
        const field = (name: keyof typeof units, label: string) => (
          <NumberField name={name} label={label} unit={units[name]} optional />
        );
        return {
          name: {},
          registrationnumber: { isCode: true },
          length: field('length', t('Length')),
          width: field('width', t('Width')),
          height: field('height', t('Height')),
          weight: field('weight', t('Payload')),
          gvm: field('gvm', t('Gross vehicle mass')),
          iscurrentvehicle: { hint: t('The driver drives it now.') },
          isactive: {},
        };
      }}
      own={{ values: measuresOf, toWire: toCapacity }}
      rules={{ length: number, width: number, height: number, weight: number, gvm: number }}
      members={{
        'vehicle.capacity.length.value': 'length',
        'vehicle.capacity.width.value': 'width',
        'vehicle.capacity.height.value': 'height',
        'vehicle.capacity.weight.value': 'weight',
        'vehicle.gvm.value': 'gvm',
      }}
    />
  );
}
