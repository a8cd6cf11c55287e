// Panel of the selected line.
import { Ellipsis } from 'lucide-react';
import { Badge, Button, cn, DropdownMenu, useFormat } from '@waybill/plugin';
import { Key } from '../../../kit/list/KeysDialog.tsx';
import { useT } from '../../../lib/i18n.ts';
import { DifferenceText } from '../DifferenceText.tsx';
import { HOLDS, LINE_STATUSES, lineName, type Line } from '../model.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { ACTIONS, type Action } from './rules.ts';
import { ServiceLines } from './ServiceLines.tsx';
import type { DecisionInput } from './use-decisions.ts';

export interface PanelProps {
  line: Line | null;
  ticked: readonly Line[];
  /** The line's latest rejection. */
  mark: string | undefined;
  announcement: string;
  pending: boolean;
  openAction: { action: Action; lines: readonly Line[] } | null;
  lastNote: (action: Action) => string;
  onStart: (action: Action) => void;
  onSend: (decision: DecisionInput) => Promise<void>;
  onCancel: () => void;
}

export function Panel({
  line,
  ticked,
  mark,
  announcement,
  pending,
  openAction,
  lastNote,
  onStart,
  onSend,
  onCancel,
}: PanelProps) {
  const t = useT();
  const lines = ticked.length > 0 ? ticked : line ? [line] : [];
  return (
    <section
      aria-label={t('Current line')}
      className={cn(
        'shrink-0 rounded-lg border border-border bg-card p-3 shadow-xs',
        'max-md:sticky max-md:bottom-2 max-md:z-20 max-md:max-h-[45dvh]',
        'max-md:overflow-y-auto max-md:shadow-lg md:min-h-48',
      )}
    >
      {lines.length === 0 ? (
        <p className="text-[13px] text-muted-foreground">
          {t('Go to a line with j or the arrow keys to see its details and decide.')}
        </p>
      ) : (
        <div className="grid gap-x-6 gap-y-3 @[56rem]:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid min-w-0 content-start gap-2">
            {line && <LineDetails line={line} mark={mark} />}
          </div>
          {openAction ? (
            <DecisionForm
              key={`${openAction.action.id}/${openAction.lines.map(({ id }) => id).join()}`}
              action={openAction.action}
              lines={openAction.lines}
              lastNote={lastNote(openAction.action)}
              onSend={onSend}
              onCancel={onCancel}
            />
          ) : (
            <Actions lines={lines} count={ticked.length} pending={pending} onStart={onStart} />
          )}
        </div>
      )}
      <p role="status" className="text-[13px] text-muted-foreground not-empty:mt-2">
        {announcement}
      </p>
    </section>
  );
}

function LineDetails({ line, mark }: { line: Line; mark: string | undefined }) {
  const t = useT();
  const format = useFormat();
  const decided =
    line.decidedUserName !== null && line.decidedTime !== null
      ? t('{status} by {name}, {time}', {
          status: t(LINE_STATUSES[line.status].text),
          name: line.decidedUserName,
          time: format.dateTime(line.decidedTime),
        })
      : null;
  const amounts = [
    line.approvedAmount !== null &&
      t('Paid {amount}', { amount: format.money(line.approvedAmount) }),
    line.absorbedAmount !== 0 &&
      t('Absorbed {amount}', { amount: format.money(line.absorbedAmount) }),
    line.rechargeAmount !== 0 &&
      t('Recharged {amount}', { amount: format.money(line.rechargeAmount) }),
  ].filter(Boolean);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
        <span className="font-semibold [overflow-wrap:anywhere]">{lineName(line)}</span>
        <Badge tone={LINE_STATUSES[line.status].tone}>{t(LINE_STATUSES[line.status].text)}</Badge>
        {line.holds.map((hold) => (
          <Badge key={hold} tone="warning">
            {t(HOLDS[hold])}
          </Badge>
        ))}
        <DifferenceText value={line.differenceAmount} className="font-medium" />
        {line.reference && line.reference !== lineName(line) && (
          <span className="text-muted-foreground">
            {t('Reference {text}', { text: line.reference })}
          </span>
        )}
      </p>
      {mark && (
        <p role="alert" className="text-[13px] font-medium text-danger-text">
          {mark}
        </p>
      )}
      {(decided || amounts.length > 0 || line.note) && (
        <p className="text-[13px] text-muted-foreground [overflow-wrap:anywhere]">
          {[decided, ...amounts, line.note && `“${line.note}”`].filter(Boolean).join(' · ')}
        </p>
      )}
      <ServiceLines services={line.bookingReconciliationServices} />
    </>
  );
}

function Actions({
  lines,
  count,
  pending,
  onStart,
}: {
  lines: readonly Line[];
  count: number;
  pending: boolean;
  onStart: (action: Action) => void;
}) {
  const t = useT();
  const ableOf = (action: Action) =>
    action.single && lines.length > 1 ? 0 : lines.filter(action.able).length;
  const labelOf = (action: Action) =>
    lines.length > 1
      ? t('{action} {able} of {all}', {
          action: t(action.text),
          able: ableOf(action),
          all: lines.length,
        })
      : t(action.text);
  const plain = ACTIONS.filter(({ key }) => key !== undefined);
  const rest = ACTIONS.filter(({ key }) => key === undefined);
  return (
    <div
      role="toolbar"
      aria-label={
        count > 0 ? t('Review the {count} selected lines', { count }) : t('Review the line')
      }
      className="flex flex-wrap content-start gap-1.5"
    >
      {plain.map((action) => (
        <Button
          key={action.id}
          size="sm"
          variant="outline"
          data-action={action.id}
          aria-keyshortcuts={action.key}
          title={t(action.help)}
          disabled={pending || ableOf(action) === 0}
          onClick={() => onStart(action)}
          className={cn(action.id === 'dispute' && 'text-destructive-text')}
        >
          {labelOf(action)}
          <span aria-hidden>
            <Key>{action.key ?? ''}</Key>
          </span>
        </Button>
      ))}
      <DropdownMenu
        label={t('More actions')}
        trigger={
          <Button size="sm" variant="ghost" aria-label={t('More actions')} disabled={pending}>
            <Ellipsis aria-hidden />
          </Button>
        }
        items={rest.map((action) => ({
          text: labelOf(action),
          disabled: ableOf(action) === 0,
          onClick: () => onStart(action),
        }))}
      />
    </div>
  );
}
