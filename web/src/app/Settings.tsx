// /settings: the sections of all areas; each group lists its own in this order.
import { sections as audit } from '../areas/audit/sections.ts';
import { sections as finance } from '../areas/finance/sections.ts';
import { sections as identity } from '../areas/identity/sections.ts';
import { sections as languages } from '../areas/languages/sections.ts';
import { sections as people } from '../areas/people/sections.ts';
import { sections as plugins } from '../areas/plugins/sections.ts';
import { sections as pricing } from '../areas/pricing/sections.ts';
import { sections as reconciliation } from '../areas/reconciliation/sections.ts';
import { sections as shell } from '../areas/shell/sections.ts';
import { sections as tenancy } from '../areas/tenancy/sections.ts';
import { sections as webhooks } from '../areas/webhooks/sections.ts';
import { SettingsHub } from '../shell/SettingsHub.tsx';
import type { SettingsSection } from '../shell/settings.ts';

export const SECTIONS: readonly SettingsSection[] = [
  ...people,
  ...identity,
  ...audit,
  ...tenancy,
  ...pricing,
  ...reconciliation,
  ...finance,
  ...languages,
  ...shell,
  ...plugins,
  ...webhooks,
];

export const Settings = () => <SettingsHub all={SECTIONS} />;
