// Credit note lines and their approval.
import { useState } from 'react';
import {
  Button,
  Card,
  CardHeader,
  ErrorNote,
  errorMessage,
  Field,
  Input,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  readNumber,
} from '@waybill/plugin';
import { useMutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { AmountCell } from '../amounts/AmountCell.tsx';
import { digitsOf, fieldText } from '../../../lib/money.ts';
import { STALE } from '../queries.ts';
import {
  amountProblem,
  CREDIT_REASONS,
  isApproved,
  sumOf,
  type AmountProblem,
  type WholeCreditNote,
} from './model.ts';
import { processCredit } from './queries.ts';

const MAX_NOTE = 2000;

export function useProblemWords(): (problem: AmountProblem, left: number) => string {
  const t = useT();
  const format = useFormat();
  return (problem, left) =>
    ({
      number: t('Enter a number'),
      tooMuch: t('At most {amount}', { amount: format.money(left) }),
      sign: left < 0 ? t('Must be below 0 as the line is') : t('Must not be below 0'),
      digits: t('Too many digits after the point'),
    })[problem];
}

export function CreditLines({
  note,
  approving,
  onEnd,
}: {
  note: WholeCreditNote;
  approving: boolean;
  onEnd: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const problemTexts = useProblemWords();
  const digits = digitsOf(note.currency);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [remark, setRemark] = useState('');
  const money = (value: number) => format.money(value, note.currency);
  const textOf = (id: number, amount: number) => typed.get(id) ?? fieldText(amount, digits);
  const problemOf = (id: number, amount: number) =>
    amountProblem(textOf(id, amount), amount, digits);
  const total = sumOf(note.details.map(({ id, amount }) => readNumber(textOf(id, amount))));
  const isWrong =
    note.details.some(({ id, amount }) => problemOf(id, amount) !== null) || total <= 0;
  const showsApproved = approving || isApproved(note);
  // The request's note, sent with each line, shows once.
  const isOwnNote = (text: string | null) =>
    !!text && note.notes.every(({ note: requestNote }) => requestNote !== text);
  const end = () => {
    setTyped(new Map());
    approve.reset();
    onEnd();
  };
  const approve = useMutate({
    call: () =>
      processCredit({
        operation: 'Approve',
        creditNote: {
          id: note.id,
          approvedAmount: total,
          note: remark.trim() || null,
          details: note.details.map(({ id, amount }) => ({
            id,
            approvedAmount: readNumber(textOf(id, amount)) ?? 0,
          })),
        },
      }),
    stale: STALE,
    notice: (done) =>
      t('{name} approved: {amount}', {
        name: done.creditNoteNumber ?? '',
        amount: money(done.approvedAmount),
      }),
    after: end,
  });
  const submit = () => {
    if (!isWrong && !approve.isPending) approve.mutate();
  };
  return (
    <Card>
      <CardHeader
        title={t('Lines')}
        description={
          approving ? t('Approve less of a line, or 0 for nothing of it.') : t('Amounts with tax')
        }
      />
      <div data-amounts className="grid gap-3">
        <Table label={t('Lines of the credit note')}>
          <THead>
            <tr>
              <Th>{t('Description')}</Th>
              <Th className="max-md:hidden">{t('Reason')}</Th>
              <Th numeric>{t('Requested')}</Th>
              {showsApproved && <Th numeric>{t('Approved')}</Th>}
            </tr>
          </THead>
          <TBody>
            {note.details.map((line) => {
              const problem = approving ? problemOf(line.id, line.amount) : null;
              return (
                <Tr key={line.id}>
                  <Td className="whitespace-normal [overflow-wrap:anywhere]">
                    {line.description}
                    <span className="block text-xs text-muted-foreground">
                      {[line.referenceNo, isOwnNote(line.notes) && `“${line.notes}”`]
                        .filter(Boolean)
                        .join(' · ')}{' '}
                      <span className="md:hidden">
                        {t(CREDIT_REASONS[line.creditNoteDetailType])}
                      </span>
                    </span>
                  </Td>
                  <Td className="max-md:hidden">{t(CREDIT_REASONS[line.creditNoteDetailType])}</Td>
                  <Td numeric>{money(line.amount)}</Td>
                  {approving ? (
                    <Td numeric className="w-32 py-0.5">
                      <AmountCell
                        label={t('Approved amount of {name}', { name: line.description })}
                        text={textOf(line.id, line.amount)}
                        typed={typed.has(line.id)}
                        message={problem ? problemTexts(problem, line.amount) : undefined}
                        fullAmount={fieldText(line.amount, digits)}
                        onWrite={(text) => {
                          const next = new Map(typed);
                          if (text === null) next.delete(line.id);
                          else next.set(line.id, text);
                          setTyped(next);
                        }}
                        onDone={() => submit()}
                        disabled={approve.isPending}
                      />
                    </Td>
                  ) : (
                    showsApproved && (
                      <Td
                        numeric
                        className={
                          line.approvedAmount === line.amount ? '' : 'font-medium text-warning-text'
                        }
                      >
                        {money(line.approvedAmount)}
                      </Td>
                    )
                  )}
                </Tr>
              );
            })}
            <Tr className="bg-muted/50 font-semibold">
              <Td>{t('Total')}</Td>
              <Td className="max-md:hidden" />
              <Td numeric>{money(note.amount)}</Td>
              {showsApproved && <Td numeric>{money(approving ? total : note.approvedAmount)}</Td>}
            </Tr>
          </TBody>
        </Table>
        {approving && (
          <div className="flex flex-wrap items-end justify-end gap-2">
            <Field label={t('Note')} optional className="min-w-56 flex-1">
              <Input
                value={remark}
                maxLength={MAX_NOTE}
                autoComplete="off"
                onChange={({ target }) => setRemark(target.value)}
                onKeyDown={({ key, ctrlKey, metaKey }) =>
                  key === 'Enter' && (ctrlKey || metaKey) && submit()
                }
              />
            </Field>
            <Button variant="outline" disabled={approve.isPending} onClick={end}>
              {t('Cancel')}
            </Button>
            <Button pending={approve.isPending} disabled={isWrong} onClick={submit}>
              {t('Approve {amount}', { amount: money(total) })}
            </Button>
            <p className="basis-full text-xs text-muted-foreground">
              {t('Enter next · = all of it · Esc as requested · Ctrl Enter approve')}
            </p>
          </div>
        )}
        {approve.isError && <ErrorNote message={errorMessage(approve.error)} />}
      </div>
    </Card>
  );
}
