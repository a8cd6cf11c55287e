// List of job templates.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { CalendarPlus, Plus, Repeat, Trash2 } from 'lucide-react';
import { buttonClass, ConfirmDialog, useFormat } from '@waybill/plugin';
import { DateCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { activeColumnBy, activeFilter } from '../../../kit/list/status.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { mutate } from '../../../kit/mutate.ts';
import { CustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { customerReference } from '../../../kit/pickers/customers.ts';
import { usePermissions } from '../../../api/session.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { townText } from '../model.ts';
import { MakeDialog } from './MakeDialog.tsx';
import { recurrenceText, type JobTemplate } from './model.ts';
import { deleteTemplate, fetchTemplates, templatesKey } from './queries.ts';

export const TemplateList = screen(
  { needs: 'Pages.Job.Create', title: msg('Job templates'), to: msg('see job templates') },
  Screen,
);

function Screen() {
  const t = useT();
  const format = useFormat();
  const seesCustomers = usePermissions().has('Pages.Customer');
  const [making, setMaking] = useState<JobTemplate | null>(null);
  const [deleting, setDeleting] = useState<JobTemplate | null>(null);
  const repeats = ({ weekdays }: JobTemplate) => recurrenceText(weekdays, format.language, t);
  const way = ({ fromaddress, toaddress }: JobTemplate) =>
    [townText(fromaddress), townText(toaddress)].filter(Boolean).join(' → ');
  const list = useList<JobTemplate>({
    id: 'jobs.templates',
    key: templatesKey,
    fetch: fetchTemplates,
    rowKey: ({ id }) => id,
    name: ({ name }) => name,
    href: ({ id }) => `/jobs/templates/${id}`,
    columns: [
      {
        id: 'name',
        header: t('Template'),
        cell: ({ name }) => name,
        csv: ({ name }) => name,
        sort: 'name',
        fixed: true,
      },
      activeColumnBy<JobTemplate>(t, ({ isactive }) => isactive),
      ...(seesCustomers
        ? [
            {
              id: 'customer',
              header: t('Customer'),
              priority: 3,
              cell: ({ customerid }: JobTemplate) =>
                customerid === null ? NOTHING : <CustomerName id={customerid} />,
              narrow: 'line' as const,
            },
          ]
        : []),
      {
        id: 'way',
        header: t('From and to'),
        priority: 2,
        cell: (template) => <TextCell>{way(template)}</TextCell>,
        csv: way,
        narrow: 'line',
      },
      {
        id: 'repeats',
        header: t('Repeats'),
        cell: repeats,
        csv: repeats,
        narrow: 'line',
      },
      {
        id: 'next',
        header: t('Next day'),
        priority: 1,
        cell: ({ nextdates, isactive }) => (
          <DateCell value={isactive ? (nextdates[0] ?? null) : null} />
        ),
        csv: ({ nextdates }) => nextdates[0],
      },
      {
        id: 'last',
        header: t('Last made for'),
        priority: 4,
        cell: ({ lastdate, lasterror }) =>
          lasterror ? (
            <span title={lasterror} className="font-medium text-danger-text">
              {t('Failed')}
            </span>
          ) : (
            <DateCell value={lastdate} />
          ),
        csv: ({ lastdate, lasterror }) => lasterror ?? lastdate,
        sort: 'lastdate',
      },
    ],
    filters: [
      activeFilter(t, 'isactive'),
      ...(seesCustomers
        ? [
            {
              kind: 'reference' as const,
              id: 'customer',
              label: t('Customer'),
              pinned: true,
              field: 'customerid',
              placeholder: t('Search customers…'),
              ...customerReference,
            },
          ]
        : []),
    ],
    search: { fields: ['name'] },
    sort: 'name',
  });
  return (
    <>
      <RecordList
        list={list}
        title={t('Job templates')}
        heading={{
          breadcrumbs: [{ text: t('Jobs'), href: '/jobs' }],
          actions: [
            {
              text: t('New template'),
              keyName: 'new',
              href: '/jobs/templates/new',
              icon: <Plus aria-hidden />,
              primary: true,
            },
          ],
        }}
        menu={(template) => [
          {
            text: t('Make job…'),
            icon: <CalendarPlus aria-hidden />,
            onClick: () => setMaking(template),
          },
          {
            text: t('Delete…'),
            icon: <Trash2 aria-hidden />,
            destructive: true,
            onClick: () => setDeleting(template),
          },
        ]}
        texts={{
          failed: t('The templates could not be loaded'),
          search: { label: t('Search templates'), placeholder: t('Name of the template') },
          filter: t('Filter templates'),
          empty: {
            icon: <Repeat />,
            title: t('No templates yet'),
            description: t('A template makes the same job on chosen days, or by hand.'),
            action: (
              <Link to="/jobs/templates/new" className={buttonClass()}>
                {t('New template')}
              </Link>
            ),
          },
          none: { title: t('No matching templates'), clear: t('Show all templates') },
        }}
      />
      {making && <MakeDialog template={making} onClose={() => setMaking(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(isOpen) => !isOpen && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.name ?? '' })}
        description={t('Its jobs stay. No further ones are made.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting) return;
          await mutate({
            call: () => deleteTemplate(deleting.id),
            stale: [templatesKey],
            notice: t('{name} deleted', { name: deleting.name }),
          });
        }}
      />
    </>
  );
}
