// /settings/number-series: series with preview and audit.
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Numbers } from '../../../kit/form-numbers.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { SettingsForm } from '../../../kit/settings/SettingsForm.tsx';
import { SettingsPage } from '../../../kit/settings/SettingsPage.tsx';
import { dayIn } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { NumberProof } from './NumberProof.tsx';
import {
  financeSettingsQuery,
  newestSettings,
  numberProofKey,
  saveFinanceSettings,
  type FinanceSettings,
} from './queries.ts';
import { SeriesFields, UnitCodes } from './SeriesFields.tsx';

/** Choices are text until sent. */
const change = (wire: Partial<FinanceSettings>): Partial<FinanceSettings> =>
  wire.numbering
    ? {
        numbering: {
          ...wire.numbering,
          unitCodes: wire.numbering.unitCodes.map(({ organizationUnitId, code }) => ({
            organizationUnitId: Number(organizationUnitId),
            code,
          })),
        },
      }
    : wire;

const NUMBERS: Numbers = {
  'numbering.series.*.digits': 'needed',
  'numbering.series.*.start': 'needed',
};

export default function NumberSeries() {
  const t = useT();
  const { has } = usePermissions();
  const [maySet, mayProve] = [has('Pages.Finance.Settings'), has('Pages.Finance.Ledger')];
  const title = t('Number series');
  const description = t(
    'How invoices, credit notes and remittance advices are numbered: without gaps, and nothing twice.',
  );
  if (!maySet) {
    return (
      <>
        <SectionHeading title={title} description={description} />
        <div className="max-w-3xl">
          <NumberProof />
        </div>
      </>
    );
  }
  return <Settings title={title} description={description} mayProve={mayProve} />;
}

function Settings({
  title,
  description,
  mayProve,
}: {
  title: string;
  description: string;
  mayProve: boolean;
}) {
  const t = useT();
  const today = dayIn(useFormat().timezone);
  const check = ({ numbering }: FinanceSettings) => {
    const problems: Problems = {};
    numbering.series.forEach((series, index) => {
      const at = `numbering.series.${index}`;
      if (numbering.series.findIndex(({ kind }) => kind === series.kind) < index)
        problems[`${at}.kind`] = t('These documents already have a series');
      if (!series.prefix) problems[`${at}.prefix`] = t('Enter a prefix, such as INV-');
      if (!Number.isInteger(series.digits) || series.digits < 1 || series.digits > 12)
        problems[`${at}.digits`] = t('Enter a whole number from 1 to 12');
      if (!Number.isInteger(series.start) || series.start < 0)
        problems[`${at}.start`] = t('Enter a whole number of 0 or more');
    });
    numbering.unitCodes.forEach((code, index) => {
      if (!code.organizationUnitId)
        problems[`numbering.unitCodes.${index}.organizationUnitId`] = t('Choose a unit');
      if (!code.code) problems[`numbering.unitCodes.${index}.code`] = t('Enter a code');
    });
    return problems;
  };
  return (
    <SettingsPage title={title} description={description} settings={useQuery(financeSettingsQuery)}>
      {(settings) => (
        <>
          <SettingsForm
            settings={settings}
            groups={['numbering']}
            numbers={NUMBERS}
            check={check}
            change={change}
            save={saveFinanceSettings}
            newest={newestSettings}
            onSaved={() => void queryClient.invalidateQueries({ queryKey: numberProofKey })}
          >
            <SeriesFields day={today} mayProve={mayProve} />
            <UnitCodes />
          </SettingsForm>
          {mayProve && <NumberProof />}
        </>
      )}
    </SettingsPage>
  );
}
