// Actions on a line haul: the next step, documents, other allowed operations.
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { ExternalLink, FileText, Pencil, Printer, ScanBarcode, Tag, Trash2 } from 'lucide-react';
import { ConfirmDialog } from '@waybill/plugin';
import { leftList } from '../../../kit/list/memory.ts';
import { failure, mutate } from '../../../kit/mutate.ts';
import { openLabel } from '../../../lib/bookings/label.ts';
import { useT } from '../../../lib/i18n.ts';
import type { HeadingAction } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { LineHaulDialog } from '../LineHaulDialog.tsx';
import { allows, isAtDestination, isOpen, type LineHaulDetails } from '../model.ts';
import { OPERATIONS, type Operation } from '../operations.tsx';
import { BookDialog } from './BookDialog.tsx';
import {
  deleteLineHaul,
  lineHaulsKey,
  openLoadingSheet,
  openManifest,
  process,
} from '../queries.ts';

type Open = Operation | 'edit' | 'delete' | null;

/** Steps that are no way forward by themselves. */
const ASIDE = new Set(['Load', 'Book', 'Transit', 'Unload', 'Cancel']);

/** The step that follows: of those allowed the one that moves the load on. */
const nextStep = (lineHaul: LineHaulDetails): Operation | undefined => {
  const allowed = OPERATIONS.filter(({ name }) => allows(lineHaul, name));
  // A customer of the booking is set where the carrier is to be booked.
  const book = lineHaul.customerid === null ? undefined : 'Book';
  return (
    allowed.find(({ name }) => name === book) ??
    allowed.find(({ name }) => !ASIDE.has(name)) ??
    allowed.find(({ name }) => name !== 'Cancel')
  );
};

function useQuestion(lineHaul: LineHaulDetails, { name, question, label }: Operation) {
  const t = useT();
  const { numberofarticles, numberofloaded, numberofunloaded, numberofover, linehaulcode } =
    lineHaul;
  const left = numberofarticles - numberofloaded;
  const short = numberofloaded - numberofunloaded;
  const counts =
    name === 'Close' && left > 0
      ? t(
          '{count} articles are not loaded and stay behind.',
          { count: left },
          '{count} article is not loaded and stays behind.',
        )
      : name === 'Complete'
        ? t('{short} short, {over} over.', { short, over: numberofover })
        : '';
  return {
    title: t('{operation}: {name}?', { operation: t(label), name: linehaulcode }),
    description: [counts, question && t(question)].filter(Boolean).join(' '),
  };
}

function Question({
  lineHaul,
  operation,
  onConfirm,
  onClose,
}: {
  lineHaul: LineHaulDetails;
  operation: Operation;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  const { title, description } = useQuestion(lineHaul, operation);
  const isCancel = operation.name === 'Cancel';
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpenNow) => !isOpenNow && onClose()}
      title={title}
      description={description}
      confirmLabel={t(operation.label)}
      {...(isCancel ? { cancelLabel: t('Keep it'), destructive: true } : {})}
      onConfirm={onConfirm}
    />
  );
}

export function useActions(lineHaul: LineHaulDetails): {
  actions: HeadingAction[];
  dialogs: ReactNode;
} {
  const t = useT();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const [running, setRunning] = useState<string | null>(null);
  const { id, linehaulcode: name } = lineHaul;
  const close = () => setOpen(null);

  const perform = async ({ name: operation, done }: Operation) => {
    const [answer] = await process(operation, [id]);
    if (answer && !answer.success) throw new Error(answer.message);
    toast({ title: `${name}: ${t(done)}` });
    if (operation === 'Close') await openLoadingSheet(id);
  };
  const start = async (operation: Operation) => {
    if (operation.question) return setOpen(operation);
    if (running !== null) return;
    setRunning(operation.name);
    try {
      await perform(operation);
    } catch (error) {
      failure(t('{operation}: refused', { operation: t(operation.label) }))(error);
    } finally {
      setRunning(null);
    }
  };
  const next = nextStep(lineHaul);
  const toAction = (operation: Operation): HeadingAction => ({
    text: t(operation.label),
    icon: operation.icon,
    ...(running === operation.name ? { state: 'pending' as const } : {}),
    destructive: operation.name === 'Cancel',
    onClick: () => void start(operation),
  });
  const actions: HeadingAction[] = [
    ...(next
      ? [
          {
            ...toAction(next),
            primary: true,
            keyName: next.name === 'Close' ? ('close' as const) : ('send' as const),
          },
        ]
      : []),
    ...(isOpen(lineHaul) || isAtDestination(lineHaul)
      ? [
          {
            text: t('Scan station'),
            icon: <ScanBarcode aria-hidden />,
            href: `/jobs/scan?${new URLSearchParams({
              depot: (isOpen(lineHaul) ? lineHaul.startheadport : lineHaul.destinationheadport)
                .code,
              mode: isOpen(lineHaul) ? 'load' : 'unload',
              haul: String(id),
            }).toString()}`,
            primary: true,
          },
        ]
      : []),
    {
      text: t('Loading sheet'),
      icon: <Printer aria-hidden />,
      keyName: 'label',
      onClick: () =>
        void openLoadingSheet(id).catch(failure(t('The loading sheet could not be opened'))),
    },
    {
      text: t('Manifest'),
      icon: <FileText aria-hidden />,
      keyName: 'manifest',
      onClick: () => void openManifest(id).catch(failure(t('The manifest could not be opened'))),
    },
    ...(lineHaul.iscarrierbooked && lineHaul.carrierbookingid !== null
      ? [
          {
            text: t("Carrier's label"),
            icon: <Tag aria-hidden />,
            onClick: () =>
              void openLabel(lineHaul.carrierbookingid ?? 0).catch(
                failure(t('The label could not be opened')),
              ),
          },
          {
            text: t("Carrier's booking"),
            icon: <ExternalLink aria-hidden />,
            href: `/bookings-beta/details/${lineHaul.carrierbookingid}`,
          },
        ]
      : []),
    ...(allows(lineHaul, 'Edit')
      ? [
          {
            text: t('Edit'),
            keyName: 'edit' as const,
            icon: <Pencil aria-hidden />,
            onClick: () => setOpen('edit'),
          },
        ]
      : []),
    ...OPERATIONS.filter((operation) => operation !== next && allows(lineHaul, operation.name)).map(
      toAction,
    ),
    ...(allows(lineHaul, 'Delete')
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
  // One whose outcome is open is continued with its price.
  const isBooking =
    open !== null &&
    typeof open === 'object' &&
    open.name === 'Book' &&
    lineHaul.carrierbookingid === null;
  const dialogs = (
    <>
      {open === 'edit' && <LineHaulDialog lineHaul={lineHaul} onClose={close} />}
      {isBooking && <BookDialog lineHaul={lineHaul} onClose={close} />}
      {open !== null && typeof open === 'object' && !isBooking && (
        <Question
          lineHaul={lineHaul}
          operation={open}
          onConfirm={() => perform(open)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(isOpenNow) => !isOpenNow && close()}
        title={t('Delete {name}?', { name })}
        description={t('A deleted line haul cannot be restored.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={() =>
          mutate({
            call: () => deleteLineHaul(id),
            notice: t('{name} deleted', { name }),
            stale: [lineHaulsKey],
            after: async () => {
              await navigate({ to: leftList('/jobs/line-haul') as '/jobs/line-haul' });
            },
          })
        }
      />
    </>
  );
  return { actions, dialogs };
}
