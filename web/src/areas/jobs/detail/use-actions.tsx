// Actions on a job: those that the server allows, two as buttons, others in a menu.
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import {
  CircleDollarSign,
  Copy,
  MessageSquare,
  PackageCheck,
  Pencil,
  Repeat,
  Split,
  Tag,
  Trash2,
  Truck,
  UserPlus,
} from 'lucide-react';
import { AreaField } from '../../../kit/form-fields.tsx';
import { ConfirmDialog } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import type { KeyName } from '../../../kit/keys.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { failure, mutate, undoable, useMutate } from '../../../kit/mutate.ts';
import { useDriverName } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import type { HeadingAction } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { takeBack } from '../board/give.ts';
import { MoveDialog } from '../board/MoveDialog.tsx';
import { OperationIcon } from '../icons.tsx';
import { MessageDialog } from '../messages/MessageDialog.tsx';
import type { Job, JobOperation } from '../model.ts';
import { allows, inverseOf, OPERATIONS, process, type Operation } from '../operations.ts';
import { PriceDialog } from '../prices/PriceDialog.tsx';
import { QuoteDialog } from '../prices/QuoteDialog.tsx';
import { SplitDialog } from './SplitDialog.tsx';
import { confirmJob, deleteJob, jobsKey, setPickupReady } from '../queries.ts';

type Open =
  | 'allocate'
  | 'message'
  | 'prices'
  | 'quote'
  | 'split'
  | 'fail'
  | 'cancel'
  | 'delete'
  | null;

const KEY_NAMES: Partial<Record<JobOperation, KeyName>> = { Hold: 'hold', Release: 'hold' };

/** A failure is told with its reason. */
function FailDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const t = useT();
  const form = useRecordForm<null, { reason: string }, unknown>({
    record: null,
    values: () => ({ reason: '' }),
    rules: { reason: { needed: t('Enter the reason'), max: 1000 } },
    save: async ({ reason }) => {
      const [answer] = await process('Fail', [job.id], reason);
      if (answer && !answer.success) throw new Error(answer.message);
    },
    stale: [jobsKey],
    notice: () => t('{name}: failure recorded', { name: job.jobno }),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('Record a failure of {name}', { name: job.jobno })}
      action={t('Record')}
      destructive
      onClose={onClose}
    >
      <AreaField
        name="reason"
        label={t('Reason')}
        placeholder={t('Nobody there, wrong address, goods refused…')}
      />
    </FormDialog>
  );
}

export interface JobActions {
  actions: HeadingAction[];
  dialogs: ReactNode;
  /** Changes the prices; undefined if the user may not, or nobody. */
  onPrices: (() => void) | undefined;
}

export function useActions(job: Job): JobActions {
  const t = useT();
  const navigate = useNavigate();
  const { has } = usePermissions();
  const { isTenant } = useSession();
  const driverName = useDriverName();
  const [open, setOpen] = useState<Open>(null);
  const [running, setRunning] = useState<JobOperation | null>(null);
  const name = job.jobno;

  const run = async ({ name: operation, label, done }: Operation) => {
    if (running !== null) return;
    setRunning(operation);
    try {
      const [answer] = await process(operation, [job.id]);
      const back = inverseOf[operation];
      if (answer && !answer.success)
        toast({
          title: t('{operation}: refused', { operation: t(label) }),
          ...(answer.message ? { description: answer.message } : {}),
          variant: 'destructive',
        });
      else {
        const notice = { title: `${name}: ${t(done)}` };
        toast(back ? undoable(notice, { call: () => process(back, [job.id]) }) : notice);
      }
    } catch (error) {
      failure(t('{operation} failed', { operation: t(label) }))(error);
    } finally {
      setRunning(null);
    }
  };
  const confirm = useMutate({
    call: () => confirmJob(job.id),
    stale: [jobsKey],
    notice: t('{name} is confirmed', { name }),
    failed: t('{name} could not be confirmed', { name }),
  });
  const ready = useMutate({
    call: () => setPickupReady(job.id),
    stale: [jobsKey],
    notice: t('{name} is ready for pickup', { name }),
    failed: t('The pickup could not be set ready'),
  });
  const isWaiting =
    !job.ispickupready && ['Draft', 'Unallocated', 'Allocated'].includes(job.jobstatus);
  const mayWrite = isTenant && job.driverid !== null && has('Pages.Job.Allocate');
  const mayPrice = has('Pages.Job.EditCharges') && job.jobstatus !== 'Cancelled';
  const start = (operation: Operation) => {
    if (operation.name === 'Cancel') setOpen('cancel');
    else if (operation.name === 'Fail') setOpen('fail');
    else void run(operation);
  };
  const allowed = OPERATIONS.filter((operation) => allows(job, operation.name));
  const forward = allowed.find(
    ({ name: operation }) => !['Fail', 'Hold', 'Cancel'].includes(operation),
  );
  const toAction = (operation: Operation): HeadingAction => {
    const keyName = KEY_NAMES[operation.name];
    return {
      text: t(operation.label),
      icon: <OperationIcon of={operation.name} />,
      ...(keyName ? { keyName } : {}),
      ...(running === operation.name ? { state: 'pending' as const } : {}),
      destructive: operation.name === 'Cancel',
      onClick: () => start(operation),
    };
  };
  const actions: HeadingAction[] = [
    ...(job.jobtype === 'LineHaul' && has('Pages.Job.LineHaul')
      ? [
          {
            text: t('Open the line haul'),
            icon: <Truck aria-hidden />,
            href: `/jobs/line-haul/${job.id}`,
            primary: true,
          },
        ]
      : []),
    ...(allows(job, 'Confirm')
      ? [
          {
            text: t('Confirm'),
            icon: <OperationIcon of="Confirm" />,
            primary: true,
            ...(confirm.isPending ? { state: 'pending' as const } : {}),
            onClick: () => confirm.mutate(),
          },
        ]
      : []),
    ...(allows(job, 'Allocate')
      ? [
          {
            text: t('Allocate…'),
            keyName: 'approve' as const,
            icon: <UserPlus aria-hidden />,
            primary: true,
            onClick: () => setOpen('allocate'),
          },
        ]
      : []),
    ...(forward ? [{ ...toAction(forward), primary: true }] : []),
    ...(allows(job, 'Edit') && has('Pages.Job.Edit')
      ? [
          {
            text: t('Edit'),
            keyName: 'edit' as const,
            icon: <Pencil aria-hidden />,
            href: `/jobs/details/${job.id}/edit`,
            primary: true,
          },
        ]
      : []),
    ...(mayWrite
      ? [
          {
            text: t('Message to the driver…'),
            keyName: 'note' as const,
            icon: <MessageSquare aria-hidden />,
            onClick: () => setOpen('message'),
          },
        ]
      : []),
    ...(mayPrice
      ? [
          {
            text: t('Change charges…'),
            keyName: 'charges' as const,
            icon: <CircleDollarSign aria-hidden />,
            onClick: () => setOpen('prices'),
          },
        ]
      : []),
    ...(mayPrice && has('Pages.Booking')
      ? [{ text: t('Quote…'), icon: <Tag aria-hidden />, onClick: () => setOpen('quote') }]
      : []),
    ...allowed
      .filter((operation) => operation !== forward && operation.name !== 'Cancel')
      .map(toAction),
    ...(allows(job, 'Unallocate')
      ? [
          {
            text: t('Unallocate'),
            icon: <OperationIcon of="Unallocate" />,
            onClick: () => void takeBack([job]),
          },
        ]
      : []),
    ...(allows(job, 'Edit') && has('Pages.Job.Edit') && isWaiting
      ? [
          {
            text: t('Goods are ready'),
            icon: <PackageCheck aria-hidden />,
            onClick: () => ready.mutate(),
          },
        ]
      : []),
    ...(allows(job, 'Split') && has('Pages.Job.Edit')
      ? [
          {
            text: t('Split…'),
            icon: <Split aria-hidden />,
            onClick: () => setOpen('split'),
          },
        ]
      : []),
    ...(has('Pages.Job.Create')
      ? [
          { text: t('Copy'), icon: <Copy aria-hidden />, href: `/jobs/new?like=${job.id}` },
          {
            text: t('New template from this job'),
            icon: <Repeat aria-hidden />,
            href: `/jobs/templates/new?like=${job.id}`,
          },
        ]
      : []),
    ...allowed.filter((operation) => operation.name === 'Cancel').map(toAction),
    ...(allows(job, 'Delete')
      ? [
          {
            text: t('Delete…'),
            icon: <Trash2 aria-hidden />,
            destructive: true,
            onClick: () => setOpen('delete'),
          },
        ]
      : []),
  ];
  const close = () => setOpen(null);
  const dialogs = (
    <>
      {open === 'message' && job.driverid !== null && (
        <MessageDialog
          driver={{ id: job.driverid, name: driverName(job.driverid) }}
          job={job}
          onClose={close}
        />
      )}
      {open === 'split' && <SplitDialog job={job} onClose={close} />}
      {open === 'prices' && <PriceDialog job={job} onClose={close} />}
      {open === 'quote' && <QuoteDialog job={job} onClose={close} />}
      {open === 'allocate' && <MoveDialog jobs={[job]} onClose={close} />}
      {open === 'fail' && <FailDialog job={job} onClose={close} />}
      <ConfirmDialog
        open={open === 'cancel'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('Cancel {name}?', { name })}
        description={t('Drivers are notified. Cancelled jobs cannot be restored.')}
        confirmLabel={t('Cancel job')}
        cancelLabel={t('Keep the job')}
        destructive
        onConfirm={async () => {
          const [answer] = await process('Cancel', [job.id]);
          if (answer && !answer.success) throw new Error(answer.message);
          toast({ title: t('{name} is cancelled', { name }) });
        }}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('Delete {name}?', { name })}
        description={t('A deleted job cannot be restored.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={() =>
          mutate({
            call: () => deleteJob(job.id),
            notice: t('{name} deleted', { name }),
            after: async () => {
              await navigate({ to: leftList('/jobs') as '/jobs' });
            },
          })
        }
      />
    </>
  );
  return { actions, dialogs, onPrices: mayPrice ? () => setOpen('prices') : undefined };
}
