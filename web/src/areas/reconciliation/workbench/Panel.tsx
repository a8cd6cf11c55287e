// Panel of the selected line.
import { Badge, useFormat } from '@waybill/plugin';
import { WorkActions, WorkPanel } from '../../../kit/list/WorkPanel.tsx';
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
    <WorkPanel
      label={t('Current line')}
      hint={t('Choose a line to see its details and decide.')}
      isEmpty={lines.length === 0}
      announcement={announcement}
      details={line && <LineDetails line={line} mark={mark} />}
    >
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
        <WorkActions
          actions={ACTIONS}
          lines={lines}
          count={ticked.length}
          pending={pending}
          dangerous="dispute"
          onStart={onStart}
        />
      )}
    </WorkPanel>
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
