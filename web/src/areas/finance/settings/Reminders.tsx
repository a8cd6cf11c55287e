// /settings/reminders: steps and low balance alerts.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { buttonClass, Card, CardHeader, useFormat } from '@waybill/plugin';
import { FlagField, NumberField } from '../../../kit/form-fields.tsx';
import type { Numbers } from '../../../kit/form-numbers.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { SettingsForm } from '../../../kit/settings/SettingsForm.tsx';
import { SettingsPage } from '../../../kit/settings/SettingsPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { unknownWord, WORDS } from '../reminders/model.ts';
import { remindersKey } from '../reminders/queries.ts';
import { queryClient } from '../../../api/query-client.ts';
import {
  financeSettingsQuery,
  newestSettings,
  saveFinanceSettings,
  type FinanceSettings,
} from './queries.ts';
import { Steps } from './Steps.tsx';

const NUMBERS: Numbers = {
  'dunning.minimumAmount': 'needed',
  'dunning.steps.*.daysOverdue': 'needed',
  'lowBalance.threshold': 'needed',
};

export default function Reminders() {
  const t = useT();
  const { currency } = useFormat();
  const check = ({ dunning }: FinanceSettings) => {
    const problems: Problems = {};
    if (dunning.isActive && dunning.steps.length === 0)
      problems['dunning.steps'] = t('Add a step, or switch reminders off');
    dunning.steps.forEach((step, index) => {
      const at = `dunning.steps.${index}`;
      if (!step.name) problems[`${at}.name`] = t('Enter a name');
      if (!Number.isInteger(step.daysOverdue) || step.daysOverdue < 1)
        problems[`${at}.daysOverdue`] = t('Enter whole days, 1 or more');
      else if (dunning.steps.findIndex((one) => one.daysOverdue === step.daysOverdue) < index)
        problems[`${at}.daysOverdue`] = t('Another step has these days');
      for (const member of ['subject', 'text'] as const) {
        const word = unknownWord(step[member]);
        if (!step[member]) problems[`${at}.${member}`] = t('Enter text');
        else if (word !== null)
          problems[`${at}.${member}`] = t('{word} is unknown; use one of {known}', {
            word: `{${word}}`,
            known: WORDS.map((known) => `{${known}}`).join(', '),
          });
      }
    });
    return problems;
  };
  return (
    <SettingsPage
      title={t('Reminders')}
      description={t(
        'When customers are reminded of overdue invoices, and the text of the emails.',
      )}
      settings={useQuery(financeSettingsQuery)}
    >
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['dunning', 'lowBalance']}
          numbers={NUMBERS}
          check={check}
          save={saveFinanceSettings}
          newest={newestSettings}
          onSaved={() => void queryClient.invalidateQueries({ queryKey: remindersKey })}
        >
          <Card>
            <CardHeader
              title={t('Sending')}
              description={t(
                'Each night customers get one email about all invoices that have reached a step, with their statement.',
              )}
              actions={
                <Link
                  to="/finance/reminders/due"
                  className={buttonClass({ variant: 'outline', size: 'sm' })}
                >
                  {t('Reminders due today')}
                </Link>
              }
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <FlagField
                name="dunning.isActive"
                label={t('Send reminders each night')}
                className="sm:col-span-2"
              />
              <NumberField
                name="dunning.minimumAmount"
                label={t('Minimum amount')}
                unit={currency}
                hint={t('Customers with less overdue are not reminded.')}
              />
              <FlagField
                name="dunning.netsUnapplied"
                label={t('Deduct unapplied payments')}
                hint={t(
                  'Unapplied payments and credits are deducted from {amount}. Emails show both in any case.',
                  {
                    amount: '{amount}',
                  },
                )}
                className="sm:col-span-2"
              />
            </div>
          </Card>
          <Steps />
          <Card>
            <CardHeader
              title={t('Prepaid balances')}
              description={t('Prepaid customers get one email when their balance is low.')}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <FlagField
                name="lowBalance.isActive"
                label={t('Email customers about a low balance')}
                className="sm:col-span-2"
              />
              <NumberField
                name="lowBalance.threshold"
                label={t('Low balance threshold')}
                unit={currency}
                hint={t('A customer can have its own amount, on its page under Finance.')}
              />
            </div>
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
