// Which head port serves a place.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { WarningNote } from '@waybill/plugin';
import { TextField } from '../../kit/form-fields.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { useT } from '../../lib/i18n.ts';
import { findServing } from './queries.ts';

type Found = Awaited<ReturnType<typeof findServing>>;

export function FindDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [found, setFound] = useState<Found | null>(null);
  const form = useRecordForm({
    record: null,
    values: () => ({ postCode: '', suburb: '' }),
    rules: { postCode: { needed: t('Enter a postcode'), max: 16 }, suburb: { max: 64 } },
    save: ({ postCode, suburb }) => findServing(postCode.trim(), suburb.trim()),
    stale: [],
    saved: setFound,
  });
  return (
    <FormDialog of={form} title={t('Find by place')} action={t('Find')} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="postCode" label={t('Postcode')} dir="ltr" />
        <TextField name="suburb" label={t('Suburb')} optional />
      </div>
      <div role="status" className="mt-3 text-sm">
        {found?.headport && (
          <p>
            <Link
              to="/headports/$id/details"
              params={{ id: String(found.headport.id) }}
              className="font-medium text-primary hover:underline"
              onClick={onClose}
            >
              <bdi>{`${found.headport.code} ${found.headport.name}`}</bdi>
            </Link>
            {' · '}
            {t('Zone {zone}', { zone: found.zone?.code ?? '' })}
            {found.zone?.isonforwarding && ` · ${t('On-forwarding')}`}
          </p>
        )}
        {found && !found.headport && (
          <WarningNote>{t('No head port serves this place.')}</WarningNote>
        )}
      </div>
    </FormDialog>
  );
}
