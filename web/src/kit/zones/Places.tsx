// Dialog of a zone's places.
import { useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { MapPin, Plus, Trash2 } from 'lucide-react';
import { Button, cn, Dialog, errorMessage } from '@waybill/plugin';
import { focusField } from '@waybill/plugin/forms';
import type { Page } from '../../api/client.ts';
import { TextField } from '../form-fields.tsx';
import { beginNext, useRecordForm } from '../form.ts';
import { FormBody } from '../FormPage.tsx';
import { RecordList } from '../list/RecordList.tsx';
import { useList } from '../list/use-list.ts';
import type { ListQuery } from '../list/declare.ts';
import { useT } from '../../lib/i18n.ts';
import { undoable } from '../mutate.ts';
import { toast } from '../../shell/toast.tsx';
import { placeText, type PlaceParts } from './place.ts';

export interface StoredPlace extends PlaceParts {
  id: string;
  zoneId: number;
}

export interface PlaceCalls<Place> {
  /** Names the choice of columns: `rates.places`. */
  id: string;
  /** Key of the places of all zones, refetched after a change. */
  stale: QueryKey;
  fetch: (query: ListQuery, signal: AbortSignal) => Promise<Page<Place>>;
  add: (place: Partial<PlaceParts> & { zoneId: number }) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

interface PlacesProps<Place> {
  zone: { id: number; code: string };
  calls: PlaceCalls<Place>;
  /** Accepts ranges of postcodes, states and countries too. */
  isWide?: boolean;
  mayEdit: boolean;
  onClose: () => void;
}

export function Places<Place extends StoredPlace>({
  zone,
  calls,
  isWide = false,
  mayEdit,
  onClose,
}: PlacesProps<Place>) {
  const t = useT();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<string | null>(null);
  const { stale } = calls;
  const list = useList<Place>({
    id: calls.id,
    key: [...stale, zone.id],
    fetch: calls.fetch,
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
    search: { fields: ['suburb', 'postCode', ...(isWide ? ['stateCode'] : [])] },
    // The server can't sort by these ids.
    sort: 'postCode',
    sorting: (field, direction) => `${field} ${direction}, suburb`,
    pageSize: 10,
    state: 'here',
  });
  const remove = async (place: Place) => {
    setRemoving(place.id);
    try {
      await calls.remove(place.id);
      await queryClient.invalidateQueries({ queryKey: stale });
      const { zoneId, countryCode, postCode, postCodeTo, stateCode, suburb } = place;
      const again = { zoneId, countryCode, postCode, suburb };
      toast(
        undoable(
          { title: t('{name} removed', { name: placeText(place) }) },
          {
            call: () => calls.add(isWide ? { ...again, postCodeTo, stateCode } : again),
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
        {mayEdit && <NewPlace zone={zone} calls={calls} isWide={isWide} />}
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

function NewPlace<Place>({
  zone,
  calls,
  isWide,
}: Pick<PlacesProps<Place>, 'zone' | 'calls'> & { isWide: boolean }) {
  const t = useT();
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
    check: (values) => {
      if (!isWide) return values.postCode.trim() === '' ? { postCode: t('Enter a postcode') } : {};
      return Object.values(values).every((text) => text.trim() === '')
        ? { postCode: t('Enter a postcode, a state or a country') }
        : {};
    },
    save: (values) =>
      calls.add({
        zoneId: zone.id,
        ...Object.fromEntries(
          Object.entries(values)
            .filter(([name]) => isWide || (name !== 'postCodeTo' && name !== 'stateCode'))
            .map(([name, text]) => [name, text.trim() || null]),
        ),
      }),
    stale: [calls.stale],
    notice: (_, values) =>
      t('{name} added', { name: Object.values(values).filter(Boolean).join(' ') }),
    saved: (_, sent) => {
      // Typing of the next place may have begun; its field keeps the focus.
      if (!beginNext(form.form, sent, EMPTY))
        focusField(['postCode'], form.root.current ?? undefined);
    },
  });
  return (
    <FormBody of={form} brief label={t('New place')} className="gap-2">
      <div className={cn('grid grid-cols-2 gap-3', isWide ? 'sm:grid-cols-5' : 'sm:grid-cols-3')}>
        <TextField name="postCode" label={t('Postcode')} dir="ltr" />
        {isWide && <TextField name="postCodeTo" label={t('Up to postcode')} dir="ltr" />}
        <TextField name="suburb" label={t('Suburb')} />
        {isWide && <TextField name="stateCode" label={t('State')} />}
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
          {isWide
            ? t(
                'A suburb with its postcode, a postcode, a range of postcodes, a state, or a country.',
              )
            : t('A postcode, or a suburb with its postcode.')}
        </p>
        <Button type="submit" size="sm" variant="outline" pending={form.saving}>
          <Plus aria-hidden /> {t('Add place')}
        </Button>
      </div>
    </FormBody>
  );
}
