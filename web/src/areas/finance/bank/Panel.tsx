// Panel of the selected bank line.
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { Badge, Button, Field, useFormat } from '@waybill/plugin';
import { Key } from '../../../kit/Key.tsx';
import { WorkActions, WorkPanel } from '../../../kit/list/WorkPanel.tsx';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import {
  confidenceTone,
  LINE_STATUSES,
  lineName,
  REASONS,
  restOf,
  saidOf,
  type Line,
  type Proposal,
} from './model.ts';
import { ACTIONS, PLACES, type Action } from './rules.ts';

export interface PanelProps {
  line: Line | null;
  ticked: readonly Line[];
  /** The line's latest rejection. */
  mark: string | undefined;
  announcement: string;
  pending: boolean;
  /** Its customer is being selected. */
  choosing: Line | null;
  onStart: (action: Action) => void;
  onTake: (place: number) => void;
  onChosen: (customerId: number) => void;
  onCancel: () => void;
}

export function Panel({
  line,
  ticked,
  mark,
  announcement,
  pending,
  choosing,
  onStart,
  onTake,
  onChosen,
  onCancel,
}: PanelProps) {
  const t = useT();
  const lines = ticked.length > 0 ? ticked : line ? [line] : [];
  return (
    <WorkPanel
      label={t('Current line')}
      hint={t('Choose a line to see which invoices it may pay.')}
      isEmpty={lines.length === 0}
      announcement={announcement}
      details={line && <LineDetails line={line} mark={mark} pending={pending} onTake={onTake} />}
    >
      {choosing ? (
        <Choose line={choosing} onChosen={onChosen} onCancel={onCancel} />
      ) : (
        <WorkActions
          actions={ACTIONS}
          lines={lines}
          count={ticked.length}
          pending={pending}
          primary="accept"
          onStart={onStart}
        />
      )}
    </WorkPanel>
  );
}

function LineDetails({
  line,
  mark,
  pending,
  onTake,
}: {
  line: Line;
  mark: string | undefined;
  pending: boolean;
  onTake: (place: number) => void;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
        <span className="font-semibold [overflow-wrap:anywhere]">{lineName(line)}</span>
        <strong className="font-semibold tabular-nums">
          {format.money(line.amount, line.currency ?? undefined)}
        </strong>
        <span className="text-muted-foreground">{dayText(line.lineDate, format.language)}</span>
        <Badge tone={LINE_STATUSES[line.status].tone}>{t(LINE_STATUSES[line.status].text)}</Badge>
        {line.paymentId !== null && (
          <Link
            to="/finance/payments/$id"
            params={{ id: String(line.paymentId) }}
            className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
          >
            {t('Payment #{id}', { id: line.paymentId })}
          </Link>
        )}
      </p>
      {[saidOf(line), line.payerAccount, line.note].filter(Boolean).length > 0 && (
        <p className="text-[13px] text-muted-foreground [overflow-wrap:anywhere]">
          {[saidOf(line), line.payerAccount, line.note && `“${line.note}”`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {mark && (
        <p role="alert" className="text-[13px] font-medium text-danger-text">
          {mark}
        </p>
      )}
      {line.proposals.length > 0 && (
        <ol aria-label={t('Possible customers')} className="grid gap-1.5">
          {line.proposals.map((proposal, place) => (
            <li key={proposal.customerId}>
              <ProposalLine
                line={line}
                proposal={proposal}
                place={place}
                pending={pending}
                onTake={onTake}
              />
            </li>
          ))}
        </ol>
      )}
      {line.status === 'Open' && line.proposals.length === 0 && (
        <p className="text-[13px] text-muted-foreground">
          {line.currency !== null && line.currency !== format.currency
            ? t('It is in {currency}. Payments are recorded in {own}.', {
                currency: line.currency,
                own: format.currency,
              })
            : t(
                'No customer’s open invoices match. Choose the customer who paid, or ignore the line.',
              )}
        </p>
      )}
    </>
  );
}

function ProposalLine({
  line,
  proposal,
  place,
  pending,
  onTake,
}: {
  line: Line;
  proposal: Proposal;
  place: number;
  pending: boolean;
  onTake: (place: number) => void;
}) {
  const t = useT();
  const format = useFormat();
  const rest = restOf(line, proposal);
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[13px]">
      <Button
        size="sm"
        variant="outline"
        className="h-6.5 px-2"
        disabled={pending}
        aria-label={t('Accept for {name}', { name: proposal.customerName })}
        onClick={() => onTake(place)}
      >
        {t('Accept')} <Key>{PLACES[place] ?? ''}</Key>
      </Button>
      <Badge tone={confidenceTone(proposal.confidence)}>
        {t('{percent} %', { percent: proposal.confidence })}
      </Badge>
      <span className="font-medium [overflow-wrap:anywhere]">{proposal.customerName}</span>
      {proposal.invoices.map(({ invoiceId, invoiceNumber, amount }) => (
        <span key={invoiceId} className="whitespace-nowrap">
          <Link
            to="/finance/invoices/$id"
            params={{ id: String(invoiceId) }}
            className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
          >
            {invoiceNumber}
          </Link>{' '}
          <span className="tabular-nums">{format.money(amount)}</span>
        </span>
      ))}
      {rest > 0 && (
        <span className="text-warning-text">
          {t('{amount} stays unallocated', { amount: format.money(rest) })}
        </span>
      )}
      <span className="text-muted-foreground">
        {proposal.reasons.map((reason) => t(REASONS[reason])).join(', ')}
      </span>
    </div>
  );
}

function Choose({
  line,
  onChosen,
  onCancel,
}: {
  line: Line;
  onChosen: (customerId: number) => void;
  onCancel: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const root = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(onCancel);
  useEffect(() => {
    const box = root.current;
    if (!box) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      leave();
    };
    box.addEventListener('keydown', onKey);
    box.querySelector<HTMLElement>('[role="combobox"]')?.click();
    return () => box.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div
      ref={root}
      role="group"
      aria-label={t('Choose the payer')}
      className="grid content-start gap-2"
    >
      <Field
        label={t('Customer')}
        hint={t(
          'A payment of {amount} is recorded and stays unallocated until you choose its invoices.',
          { amount: format.money(line.amount) },
        )}
      >
        <CustomerPicker value={null} onChange={(customer) => customer && onChosen(customer.id)} />
      </Field>
      <Button size="sm" variant="ghost" className="justify-self-start" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}
