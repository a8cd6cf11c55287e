// Saves a list's state as a view, or edits one.
import { useWatch } from '@waybill/plugin/forms';
import { ViewConfigurationRequest } from '../../api/resources/tenancy.gen.ts';
import { usePermissions, useSession } from '../../api/session.ts';
import { FlagField, TextField } from '../form-fields.tsx';
import { useRecordForm } from '../form.ts';
import { FormDialog } from '../FormDialog.tsx';
import { useT } from '../../lib/i18n.ts';
import { saveView, SHARE_PERMISSION, viewsKey, type SavedView } from './queries.ts';

export interface ViewDialogProps {
  view: string;
  value: string;
  known: readonly SavedView[];
  /** A saved one that is changed; a new one otherwise. */
  stored?: SavedView;
  onClose: () => void;
}

const valuesOf = (stored: SavedView | null) => ({
  key: stored?.key ?? '',
  isDefault: stored?.isDefault ?? false,
  showToAllUsers: stored?.showToAllUsers ?? false,
  showToCustomerUsers: stored?.showToCustomerUsers ?? false,
});

export function ViewDialog({ view, value, known, stored, onClose }: ViewDialogProps) {
  const t = useT();
  const { isTenant } = useSession();
  const permitted = usePermissions().has(SHARE_PERMISSION);
  const mayShare = isTenant && permitted;
  const replacedBy = (name: string, id: number | undefined) =>
    known.find((one) => one.isOwn && one.key === name.trim() && one.id !== id);
  const form = useRecordForm({
    record: stored ?? null,
    values: valuesOf,
    rules: { key: { needed: t('Enter a name'), limits: ViewConfigurationRequest.fields.key } },
    save: (values, record) => {
      const { id, rowVersion } = record ?? replacedBy(values.key, undefined) ?? {};
      return saveView({
        ...(id === undefined ? {} : { id }),
        ...(rowVersion === undefined ? {} : { rowVersion }),
        view,
        value,
        ...values,
        key: values.key.trim(),
      });
    },
    stale: [viewsKey],
    notice: (_, values) => t('View {name} saved', { name: values.key.trim() }),
    saved: onClose,
  });
  const [name, everybody, customers] = useWatch({
    control: form.form.control,
    name: ['key', 'showToAllUsers', 'showToCustomerUsers'],
  });
  const replaced = replacedBy(name, stored?.id);
  return (
    <FormDialog
      of={form}
      size="sm"
      title={stored ? t('Edit {name}', { name: stored.key }) : t('Save view')}
      description={stored ? undefined : t('Saves the current filters, sorting and columns.')}
      action={replaced ? t('Replace') : t('Save')}
      onClose={onClose}
    >
      <TextField
        name="key"
        label={t('Name')}
        {...(replaced
          ? { hint: t('You already have a view with this name. It will be replaced.') }
          : {})}
      />
      <FlagField
        name="isDefault"
        label={
          everybody || customers
            ? t('Default view for everyone without their own default')
            : t('Default view')
        }
      />
      {mayShare && (
        <>
          <FlagField
            name="showToAllUsers"
            label={t('Visible to everyone')}
            hint={t('Your organisation and the users of its customers')}
          />
          {!everybody && (
            <FlagField name="showToCustomerUsers" label={t('Visible to customer users')} />
          )}
        </>
      )}
    </FormDialog>
  );
}
