// Saves the present state of a list as a view, for oneself or for others, or changes how a saved one is kept.
import { Checkbox, Field, Input } from '@waybill/plugin';
import { useForm, useWatch } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions, useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../shell/FormDialog.tsx';
import { toast } from '../../../shell/toast.tsx';
import { LONGEST_NAME, saveView, SHARE_PERMISSION, viewsKey, type SavedView } from './queries.ts';

export interface ViewDialogProps {
  view: string;
  value: string;
  known: readonly SavedView[];
  /** A saved one that is changed; a new one otherwise. */
  stored?: SavedView;
  onClose: () => void;
}

export function ViewDialog({ view, value, known, stored, onClose }: ViewDialogProps) {
  const t = useT();
  const { isTenant } = useSession();
  const permitted = usePermissions().has(SHARE_PERMISSION);
  const mayShare = isTenant && permitted;
  const form = useForm({ defaultValues: { key: stored?.key ?? '', isDefault: stored?.isDefault ?? false, showToAllUsers: stored?.showToAllUsers ?? false, showToCustomerUsers: stored?.showToCustomerUsers ?? false } });
  const { errors } = form.formState;
  const [name, everybody, customers] = useWatch({ control: form.control, name: ['key', 'showToAllUsers', 'showToCustomerUsers'] });
  const replaced = known.find((one) => one.isOwn && one.key === name.trim() && one.id !== stored?.id);
  const save = async (values: { key: string; isDefault: boolean; showToAllUsers: boolean; showToCustomerUsers: boolean }) => {
    const key = values.key.trim();
    const { id: oldId, rowVersion } = stored ?? replaced ?? {};
    await saveView({ ...(oldId === undefined ? {} : { id: oldId }), ...(rowVersion === undefined ? {} : { rowVersion }), view, value, ...values, key });
    await queryClient.invalidateQueries({ queryKey: viewsKey });
    toast({ title: t('The view {name} is saved', { name: key }) });
  };
  return (
    <FormDialog
      form={form}
      size="sm"
      title={stored ? t('Edit {name}', { name: stored.key }) : t('Save this view')}
      description={stored ? undefined : t('Filter, order and columns as they are now.')}
      action={replaced ? t('Replace') : t('Save')}
      save={save}
      onClose={onClose}
    >
      <Field label={t('Name')} error={errors.key?.message} hint={replaced ? t('You have a view of this name; it will be replaced.') : undefined}>
        <Input {...form.register('key', { validate: (text) => text.trim() !== '' || t('Give it a name') })} maxLength={LONGEST_NAME} autoComplete="off" />
      </Field>
      <Checkbox label={everybody || customers ? t('The list begins with it for everybody who has no view of their own') : t('The list begins with it')} {...form.register('isDefault')} />
      {mayShare && (
        <>
          <Checkbox label={t('Everybody of the organisation sees it')} {...form.register('showToAllUsers')} />
          <Checkbox label={t("Customers' people see it")} {...form.register('showToCustomerUsers')} />
        </>
      )}
    </FormDialog>
  );
}
