// /finance/ledger/locks: locked periods; changes need re-authentication.
import { useState } from 'react';
import { Lock as LockIcon, LockOpen } from 'lucide-react';
import { Button, ConfirmDialog, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { AreaField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { MomentCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import { leftList } from '../../../kit/list/memory.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { dayIn, dayText } from '../../../lib/days.ts';
import { mutate } from '../../../kit/mutate.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { nextLock, type Lock } from './model.ts';
import { createLock, fetchLocks, locksKey, removeLock } from './queries.ts';

const crumbs = () => [{ text: translate('Ledger'), href: leftList('/finance/ledger') }];

export const LedgerLocks = screen(
  {
    needs: 'Pages.Finance.Ledger',
    title: msg('Locked periods'),
    to: msg('see the ledger'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const { language } = useFormat();
  const mayLock = usePermissions().has('Pages.Finance.Ledger.Lock');
  const [locking, setLocking] = useState(false);
  const [opening, setOpening] = useState<Lock | null>(null);
  const name = ({ firstDay, lastDay }: Lock) =>
    t('{from} to {to}', { from: dayText(firstDay, language), to: dayText(lastDay, language) });
  const list = useList<Lock>({
    id: 'finance.locks',
    key: locksKey,
    fetch: fetchLocks,
    rowKey: ({ id }) => id,
    name,
    columns: [
      { id: 'period', header: t('Period'), cell: name, csv: name, sort: 'firstDay', fixed: true },
      {
        id: 'note',
        header: t('Note'),
        cell: (lock) => <TextCell>{lock.note ?? NOTHING}</TextCell>,
        csv: (lock) => lock.note,
        narrow: 'line',
      },
      {
        id: 'time',
        header: t('Locked'),
        cell: (lock) => <MomentCell value={lock.creationTime} />,
        csv: (lock) => lock.creationTime,
        sort: 'creationTime',
        narrow: 'line',
      },
    ],
    search: { fields: ['note'] },
    sort: '-firstDay',
  });
  const button = mayLock && <Button onClick={() => setLocking(true)}>{t('Lock period')}</Button>;
  return (
    <>
      <RecordList
        list={list}
        title={t('Locked periods')}
        heading={{
          breadcrumbs: crumbs(),
          description: t(
            'Nothing is posted, paid or credited up to and including their last days.',
          ),
          actions: mayLock
            ? [
                {
                  text: t('Lock period'),
                  keyName: 'new' as const,
                  icon: <LockIcon aria-hidden />,
                  primary: true,
                  onClick: () => setLocking(true),
                },
              ]
            : [],
        }}
        menu={(lock) =>
          mayLock
            ? [
                {
                  text: t('Reopen…'),
                  icon: <LockOpen aria-hidden />,
                  destructive: true,
                  onClick: () => setOpening(lock),
                },
              ]
            : []
        }
        texts={{
          failed: t('The locked periods could not be loaded'),
          search: { label: t('Search locked periods'), placeholder: t('Note') },
          empty: {
            icon: <LockIcon />,
            title: t('No period is locked'),
            description: t(
              'Lock a month once you have handed it to your accountant. Later entries go into the next month.',
            ),
            action: button,
          },
          none: { title: t('No matching periods'), clear: t('Show all periods') },
        }}
      />
      {locking && <LockDialog locks={list.rows ?? []} onClose={() => setLocking(false)} />}
      <ConfirmDialog
        open={opening !== null}
        onOpenChange={(open) => !open && setOpening(null)}
        title={t('Reopen {name}?', { name: opening ? name(opening) : '' })}
        description={t(
          'Postings, payments and credits may be dated in it again, unless a later period is ' +
            'locked. Downloaded journals may become incomplete.',
        )}
        confirmLabel={t('Reopen')}
        cancelLabel={t('Keep locked')}
        destructive
        onConfirm={async () => {
          if (!opening) return;
          await mutate({
            call: () => removeLock(opening.id),
            stale: [locksKey],
            notice: t('{name} reopened', { name: name(opening) }),
          });
        }}
      />
    </>
  );
}

function LockDialog({ locks, onClose }: { locks: readonly Lock[]; onClose: () => void }) {
  const t = useT();
  const { timezone } = useFormat();
  const form = useRecordForm({
    record: null,
    values: () => ({ ...nextLock(locks, dayIn(timezone)), note: '' }),
    rules: {
      firstDay: { needed: t('Choose a day') },
      lastDay: { needed: t('Choose a day') },
      note: { max: 2000 },
    },
    check: ({ firstDay, lastDay }): Record<string, string> =>
      firstDay && lastDay && lastDay < firstDay
        ? { lastDay: t('The last day must not be before the first') }
        : {},
    save: ({ note, ...days }) => createLock({ ...days, note: note.trim() || null }),
    stale: [locksKey],
    notice: () => t('Period locked'),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      light
      title={t('Lock period')}
      description={t('Nothing can be posted, paid or credited up to and including the last day.')}
      action={t('Lock period')}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="firstDay" type="date" label={t('First day')} />
        <TextField name="lastDay" type="date" label={t('Last day')} />
      </div>
      <AreaField name="note" label={t('Note')} rows={2} />
    </FormDialog>
  );
}
