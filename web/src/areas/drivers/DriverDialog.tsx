// A driver's details in a dialog.
import { useNavigate } from '@tanstack/react-router';
import { Driver as DriverRequest } from '../../api/resources/drivers.gen.ts';
import { queryClient } from '../../api/query-client.ts';
import { SecretField } from '../../kit/form-fields.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useResourceForm } from '../../kit/resource/form.ts';
import { RecordFields } from '../../kit/resource/RecordFields.tsx';
import { useT } from '../../lib/i18n.ts';
import { DRIVER_TYPES } from './model.ts';
import { driverQuery, driversKey, saveDriver, type Driver } from './queries.ts';

export function DriverDialog({ driver, onClose }: { driver: Driver | null; onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const form = useResourceForm(DriverRequest, {
    record: driver,
    fields: [
      'name',
      'code',
      'type',
      'phonenumber',
      'companyname',
      'abn',
      'isgstregistered',
      'email',
      'isactive',
    ],
    own: {
      values: () => ({ password: '' }),
      toWire: ({ password }) => (password ? { password } : {}),
    },
    secrets: ['password'],
    name: ({ name }) => name ?? '',
    check: ({ email, password }) =>
      password && !email ? { email: t('Enter the address that the driver signs in with') } : {},
    save: saveDriver,
    stale: [driversKey],
    newest: ({ id }) => queryClient.fetchQuery({ ...driverQuery(id), staleTime: 0 }),
    saved: async ({ id }) => {
      onClose();
      if (!driver) await navigate({ to: '/drivers/details/$id', params: { id: String(id) } });
    },
  });
  const types = Object.fromEntries(
    Object.entries(DRIVER_TYPES).map(([value, text]) => [value, t(text)]),
  );
  return (
    <FormDialog
      of={form}
      title={driver ? t('Edit {name}', { name: driver.name ?? '' }) : t('New driver')}
      action={driver ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <RecordFields
          resource={DriverRequest}
          fields={{
            name: {},
            code: { hint: t('The next number if empty.'), optional: true },
            type: { options: types },
            phonenumber: {},
            companyname: {},
            abn: {},
            isgstregistered: {},
            email: { hint: t('Used to sign in.') },
            password: (
              <SecretField
                name="password"
                label={driver?.userGuid ? t('New password') : t('Password')}
                isSet={Boolean(driver?.userGuid)}
                hint={t('With a password the driver can sign in.')}
              />
            ),
            isactive: {},
          }}
        />
      </div>
    </FormDialog>
  );
}
