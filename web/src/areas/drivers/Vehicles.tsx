// Driver tab: vehicles.
import { Truck } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { VehicleRequest } from '../../api/resources/drivers.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { NumberField } from '../../kit/form-fields.tsx';
import { TextCell } from '../../kit/list/Cells.tsx';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { useT } from '../../lib/i18n.ts';
import { readNumber } from '../../lib/numbers.ts';
import { vehicleCalls, type Vehicle } from './queries.ts';

const SIDES = ['length', 'width', 'height'] as const;

const measure = (quantity: { value: number } | null | undefined) =>
  quantity ? String(quantity.value) : '';

const measuresOf = (one: Vehicle | null) => ({
  length: measure(one?.capacity?.length),
  width: measure(one?.capacity?.width),
  height: measure(one?.capacity?.height),
  weight: measure(one?.capacity?.weight),
  gvm: measure(one?.gvm),
});

function toCapacity(draft: ReturnType<typeof measuresOf>, one: Vehicle | null) {
  const quantity = <U extends string>(text: string, unit: U) => {
    const value = text.trim() === '' ? null : readNumber(text);
    return value === null ? null : { value, unit };
  };
  const side = (name: (typeof SIDES)[number]) =>
    quantity(draft[name], one?.capacity?.[name]?.unit ?? 'm');
  return {
    capacity: {
      ...one?.capacity,
      length: side('length'),
      width: side('width'),
      height: side('height'),
      weight: quantity(draft.weight, one?.capacity?.weight?.unit ?? 'kg'),
    },
    gvm: quantity(draft.gvm, one?.gvm?.unit ?? 'kg'),
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
  const number = { number: { min: 0 } };
  const sides = { length: t('Length'), width: t('Width'), height: t('Height') };
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
      fields={(one) => ({
        name: {},
        registrationnumber: { isCode: true },
        length: (
          <NumberField
            name="length"
            label={sides.length}
            unit={one?.capacity?.length?.unit ?? 'm'}
            optional
          />
        ),
        width: (
          <NumberField
            name="width"
            label={sides.width}
            unit={one?.capacity?.width?.unit ?? 'm'}
            optional
          />
        ),
        height: (
          <NumberField
            name="height"
            label={sides.height}
            unit={one?.capacity?.height?.unit ?? 'm'}
            optional
          />
        ),
        weight: (
          <NumberField
            name="weight"
            label={t('Payload')}
            unit={one?.capacity?.weight?.unit ?? 'kg'}
            optional
          />
        ),
        gvm: (
          <NumberField
            name="gvm"
            label={t('Gross vehicle mass')}
            unit={one?.gvm?.unit ?? 'kg'}
            optional
          />
        ),
        iscurrentvehicle: { hint: t('The driver drives it now.') },
        isactive: {},
      })}
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
