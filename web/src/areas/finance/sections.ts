// The sections of the settings about finance.
import { lazy } from 'react';
import { Landmark } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  { id: 'bankTemplates', path: 'bank-templates', title: msg('Bank templates'), description: msg('Which columns of your bank’s tables say what'), icon: Landmark, group: 'finance', permission: 'Pages.Finance.Remittance', feature: 'Finance', audience: STAFF, keywords: msg('bank statement payments columns mapping csv excel'), component: lazy(() => import('./settings/BankTemplates.tsx')) },
];
