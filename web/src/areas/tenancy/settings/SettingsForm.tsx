// Page and form of tenant settings.
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../api/query-client.ts';
import {
  SettingsForm as KitForm,
  type SettingsFormProps as KitProps,
} from '../../../kit/settings/SettingsForm.tsx';
import { SettingsPage as KitPage } from '../../../kit/settings/SettingsPage.tsx';
import type { Group, TenantSettings } from './model.ts';
import { saveSettings, settingsQuery } from './queries.ts';

/** Content shows once settings are loaded. */
export function SettingsPage(props: {
  title: string;
  description?: ReactNode;
  children: (settings: TenantSettings) => ReactNode;
}) {
  return <KitPage settings={useQuery(settingsQuery)} {...props} />;
}

export type SettingsFormProps = Omit<KitProps<TenantSettings, Group>, 'save' | 'newest'>;

const save = (change: Partial<TenantSettings>, { rowVersion }: TenantSettings) =>
  saveSettings({ rowVersion, ...change });
const newest = () => queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 });

export const SettingsForm = (props: SettingsFormProps) => (
  <KitForm save={save} newest={newest} {...props} />
);
