// A head port's details in a dialog.
import { useNavigate } from '@tanstack/react-router';
import { HeadPortRequest } from '../../api/resources/network.gen.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useResourceForm } from '../../kit/resource/form.ts';
import { RecordFields } from '../../kit/resource/RecordFields.tsx';
import { useT } from '../../lib/i18n.ts';
import { headPortQuery, networkKey, saveHeadPort, type HeadPort } from './queries.ts';

export function HeadPortDialog({ port, onClose }: { port: HeadPort | null; onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const form = useResourceForm(HeadPortRequest, {
    record: port,
    fields: [
      'code',
      'name',
      'addressline1',
      'addressline2',
      'addressline3',
      'postcode',
      'suburb',
      'countrycode',
      'latitude',
      'longitude',
    ],
    name: ({ name }) => name ?? '',
    save: saveHeadPort,
    stale: [networkKey],
    newest: ({ id }) => queryClient.fetchQuery({ ...headPortQuery(id), staleTime: 0 }),
    saved: async ({ id }) => {
      onClose();
      if (!port) await navigate({ to: '/headports/$id/details', params: { id: String(id) } });
    },
  });
  return (
    <FormDialog
      of={form}
      title={port ? t('Edit {name}', { name: port.name ?? '' }) : t('New head port')}
      action={port ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <RecordFields
          resource={HeadPortRequest}
          fields={{
            code: { isCode: true },
            name: {},
            addressline1: {},
            addressline2: {},
            addressline3: {},
            suburb: {},
            postcode: { isCode: true },
            countrycode: { isCode: true, optional: true, hint: t('Your own country if empty.') },
            latitude: { hint: t('The position of the suburb if empty.') },
            longitude: {},
          }}
        />
      </div>
    </FormDialog>
  );
}
