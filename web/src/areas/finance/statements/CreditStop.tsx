// Reason and remedy of a credit stop.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useFormat, WarningNote } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { dayText } from '../../../lib/days.ts';
import { accountQuery, stoppedByQuery } from '../reminders/queries.ts';

export function CreditStop({ customerId }: { customerId: number }) {
  const { has } = usePermissions();
  const account = useQuery({ ...accountQuery(customerId), enabled: has('Pages.Customer') });
  return account.data?.accountStatus === 'CreditStop' ? (
    <Why customerId={customerId} mayEdit={has('Pages.Customer.Edit')} />
  ) : null;
}

function Why({ customerId, mayEdit }: { customerId: number; mayEdit: boolean }) {
  const t = useT();
  const format = useFormat();
  const stopped = useQuery(stoppedByQuery(customerId));
  if (stopped.isPending) return null;
  const by = stopped.data;
  return (
    <WarningNote role="note">
      <p className="font-medium">{t('Credit is stopped: the customer cannot book on account.')}</p>
      {by ? (
        <>
          <p>
            {t('“{step}” of {day} was the last reminder that stops credit: {amount} was overdue.', {
              step: by.stepName,
              day: dayText(by.day, format.language),
              amount: format.money(by.amount, by.currency),
            })}
          </p>
          <p>
            {t(
              'A credit stop set by a reminder is lifted automatically once everything overdue ' +
                'is paid, disputed or covered by prepayments.',
            )}
          </p>
        </>
      ) : (
        <p>{t('It was not stopped by a reminder: a user has set the account status.')}</p>
      )}
      {mayEdit && (
        <p>
          <Link
            to="/customers/$id/edit"
            params={{ id: String(customerId) }}
            className="rounded underline underline-offset-2 focus-visible:outline-2 focus-visible:outline-ring"
          >
            {t('Lift it manually: set the account status to Active')}
          </Link>
        </p>
      )}
    </WarningNote>
  );
}
