// Dialog of a zone's places.
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { MapPin, Plus, Trash2 } from 'lucide-react';
import { Button, Dialog, errorMessage } from '@waybill/plugin';
import { TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormBody } from '../../kit/FormPage.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useT, type Translate } from '../../lib/i18n.ts';
import { undoable } from '../../kit/mutate.ts';
import { toast } from '../../shell/toast.tsx';
import type { Place, RateZone } from './model.ts';
import { addPlace, fetchPlaces, ofCardKey, removePlace } from './queries.ts';

/** A suburb, post codes, a state or a country. */
export function placeText({ suburb, postCode, postCodeTo, stateCode, countryCode }: Place): string {
  const codes = [postCode, postCodeTo].filter(Boolean).join('–');
  return [suburb, codes, postCode ? null : stateCode, countryCode].filter(Boolean).join(' ');
}

export function Places({
  zone,
  mayEdit,
  onClose,
}: {
  zone: RateZone;
  mayEdit: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<string | null>(null);
  const stale = [...ofCardKey(zone.rateCardId), 'places'];
  const list = useList<Place>({
    id: 'rates.places',
    key: [...stale, zone.id],
    fetch: (query, signal) => fetchPlaces({ ...query, zoneId: zone.id }, signal),
    rowKey: (one) => one.id,
    name: placeText,
    columns: [
      {
        id: 'place',
        header: t('Place'),
        cell: (one) => <bdi dir="ltr">{placeText(one)}</bdi>,
        csv: placeText,
        fixed: true,
      },
    ],
    search: { fields: ['suburb', 'postCode', 'stateCode'] },
    // The server can't sort by these ids.
    sort: 'postCode',
    sorting: (field, direction) => `${field} ${direction}, suburb`,
    pageSize: 10,
    state: 'here',
  });
  const remove = async (place: Place) => {
    setRemoving(place.id);
    try {
      await removePlace(place.id);
      await queryClient.invalidateQueries({ queryKey: stale });
      const { zoneId, countryCode, postCode, postCodeTo, stateCode, suburb } = place;
      toast(
        undoable(
          { title: t('{name} removed', { name: placeText(place) }) },
          {
            call: () => addPlace({ zoneId, countryCode, postCode, postCodeTo, stateCode, suburb }),
            stale: [stale],
          },
        ),
      );
    } catch (error) {
      toast({ title: errorMessage(error), variant: 'destructive' });
    }
    setRemoving(null);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('Places in {name}', { name: zone.code })}
      footer={
        <Button variant="outline" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {mayEdit && <NewPlace zone={zone} stale={stale} t={t} />}
        <RecordList
          list={list}
          title={t('Places in {name}', { name: zone.code })}
          aside={(place) =>
            mayEdit && (
              <Button
                variant="ghost"
                size="icon"
                className="size-6"
                pending={removing === place.id}
                aria-label={t('Remove {name}', { name: placeText(place) })}
                onClick={() => void remove(place)}
              >
                {removing !== place.id && <Trash2 aria-hidden />}
              </Button>
            )
          }
          texts={{
            failed: t('The places could not be loaded'),
            search: { label: t('Search places') },
            empty: {
              icon: <MapPin />,
              title: t('No places yet'),
              description: t('No address belongs to this zone until it has places.'),
            },
            none: { title: t('No matching places'), clear: t('Show all') },
          }}
        />
      </div>
    </Dialog>
  );
}

const EMPTY = { suburb: '', postCode: '', postCodeTo: '', stateCode: '', countryCode: '' };

function NewPlace({ zone, stale, t }: { zone: RateZone; stale: readonly unknown[]; t: Translate }) {
  const [count, setCount] = useState(0);
  return (
    <PlaceForm
      key={count}
      zone={zone}
      stale={stale}
      t={t}
      hasPlaces={count > 0}
      onAdded={() => setCount(count + 1)}
    />
  );
}

function PlaceForm({
  zone,
  stale,
  t,
  hasPlaces,
  onAdded,
}: {
  zone: RateZone;
  stale: readonly unknown[];
  t: Translate;
  hasPlaces: boolean;
  onAdded: () => void;
}) {
  const form = useRecordForm({
    record: null,
    values: () => EMPTY,
    rules: {
      suburb: { max: 64 },
      postCode: { max: 16 },
      postCodeTo: { max: 16 },
      stateCode: { max: 16 },
      countryCode: {
        pattern: { is: /^[a-z]{2}$/i, say: t("Enter the country's two letters, such as AU") },
      },
    },
    check: (values) =>
      Object.values(values).every((text) => text.trim() === '')
        ? { postCode: t('Enter a postcode, a state or a country') }
        : {},
    save: (values) =>
      addPlace({
        zoneId: zone.id,
        ...Object.fromEntries(
          Object.entries(values).map(([name, text]) => [name, text.trim() || null]),
        ),
      }),
    stale: [stale],
    notice: (_, values) =>
      t('{name} added', { name: Object.values(values).filter(Boolean).join(' ') }),
    saved: onAdded,
  });
  return (
    <FormBody of={form} brief label={t('New place')} className="gap-2">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {/* Repeated entry starts here. */}
        <TextField name="postCode" label={t('Postcode')} dir="ltr" autoFocus={hasPlaces} />
        <TextField name="postCodeTo" label={t('Up to postcode')} dir="ltr" />
        <TextField name="suburb" label={t('Suburb')} />
        <TextField name="stateCode" label={t('State')} />
        <TextField
          name="countryCode"
          label={t('Country')}
          maxLength={2}
          dir="ltr"
          placeholder="AU"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-[13px] text-muted-foreground">
          {t(
            'A suburb with its postcode, a postcode, a range of postcodes, a state, or a country.',
          )}
        </p>
        <Button type="submit" size="sm" variant="outline" pending={form.saving}>
          <Plus aria-hidden /> {t('Add place')}
        </Button>
      </div>
    </FormBody>
  );
}
