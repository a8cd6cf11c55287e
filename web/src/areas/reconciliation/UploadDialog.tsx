// Uploads a carrier invoice.
import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Dialog, ErrorNote } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { FileField } from '../../kit/FileField.tsx';
import { SelectField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { LineNotes } from '../../kit/import/LineNotes.tsx';
import { lacksColumns, MatchFile } from '../../kit/import/MatchFile.tsx';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import { RowsProgress } from '../../kit/RowsProgress.tsx';
import { useT } from '../../lib/i18n.ts';
import { useCarriers } from './carriers.ts';
import { beginImport, importStatus, reconciliationKey, templatesQuery } from './queries.ts';
import {
  INVOICE_FIELDS,
  lackingInvoiceField,
  useFieldNames,
  type InvoiceField,
} from './settings/fields.ts';

interface Upload {
  file: File | null;
  carrierCode: string;
  account: string;
  template: string;
}

const POLL_INTERVAL_MS = 500;
const TABLES =
  '.csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface UploadDialogProps {
  /** The dropped file. */
  file: File | null;
  onRead: (id: number) => void;
  onClose: () => void;
}

export function UploadDialog({ file, onRead, onClose }: UploadDialogProps) {
  const t = useT();
  const { carriers } = useCarriers();
  const queryClient = useQueryClient();
  const templates = useQuery(templatesQuery).data ?? [];
  const [share, setShare] = useState<number | null>(null);
  const [sent, setSent] = useState<Upload | null>(null);
  const [unmatched, setUnmatched] = useState<Upload | null>(null);
  const [token, setToken] = useState<string | null>(null);
  // The only one is preselected.
  const only = carriers.length === 1 ? (carriers[0]?.code ?? '') : '';
  const begin = ({ file: chosen, carrierCode, account, template }: Upload) =>
    beginImport(
      chosen as File,
      {
        carrierCode,
        carrierAccountId: Number(account) || null,
        templateId: Number(template) || null,
      },
      setShare,
    ).finally(() => setShare(null));
  const follow = (importToken: string) => {
    void queryClient.invalidateQueries({ queryKey: reconciliationKey });
    setToken(importToken);
  };
  const form = useRecordForm({
    record: only,
    values: (carrier): Upload => ({
      file,
      carrierCode: carrier,
      account: '',
      template: '',
    }),
    rules: {
      file: { needed: t('Choose a file') },
      carrierCode: { needed: t('Choose the carrier') },
    },
    members: { fileName: 'file', carrierAccountId: 'account', templateId: 'template' },
    save: (values) => begin(values),
    saved: ({ importToken }, values) => {
      setSent(values);
      follow(importToken);
    },
  });
  if (unmatched?.file) {
    const chosen = templates.find(({ id, carrier, isDefault }) =>
      unmatched.template
        ? id === Number(unmatched.template)
        : carrier === unmatched.carrierCode && isDefault,
    );
    return (
      <MatchFile<InvoiceField>
        title={t('Upload invoice')}
        name={`invoice/${unmatched.carrierCode}`}
        file={unmatched.file}
        fields={INVOICE_FIELDS}
        template={chosen?.columns ?? []}
        lacks={(has) => lackingInvoiceField(has, t)}
        onMatched={async (matched) => {
          const { importToken } = await begin({ ...unmatched, file: matched });
          setUnmatched(null);
          follow(importToken);
        }}
        onBack={() => setUnmatched(null)}
        onClose={onClose}
      />
    );
  }
  if (token)
    return (
      <Reading
        token={token}
        onRead={onRead}
        onUnmatched={() => {
          setToken(null);
          setUnmatched(sent);
        }}
        onBack={() => setToken(null)}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      of={form}
      light
      title={t('Upload invoice')}
      description={t(
        'CSV or Excel, up to 200 MB. It is compared with the quoted prices; nothing is paid before it is approved.',
      )}
      action={t('Upload')}
      onClose={onClose}
    >
      <FileField name="file" label={t('File')} accept={TABLES} />
      <SelectField name="carrierCode" label={t('Carrier')}>
        <option value="">{t('Choose…')}</option>
        {carriers.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <CarrierFields />
      {share !== null && (
        <ProgressBar
          label={t('The file is being sent')}
          share={share}
          text={t('The file is being sent')}
        />
      )}
    </FormDialog>
  );
}

/** Fields that depend on the carrier. */
function CarrierFields() {
  const t = useT();
  const carrier = String(useWatch({ name: 'carrierCode' }));
  const { accounts } = useCarriers();
  const templates = useQuery(templatesQuery).data ?? [];
  return (
    <>
      <SelectField name="account" label={t('Carrier account')} optional>
        <option value="">{t('Any account of the carrier')}</option>
        {accounts
          .filter((one) => one.carrierCode === carrier)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <SelectField
        name="template"
        label={t('File template')}
        optional
        hint={t('Templates are kept under Settings, Invoice templates.')}
      >
        <option value="">{t('The carrier’s own format, else its default template')}</option>
        {templates
          .filter((one) => one.carrier === carrier)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
    </>
  );
}

function Reading({
  token,
  onRead,
  onUnmatched,
  onBack,
  onClose,
}: {
  token: string;
  onRead: (id: number) => void;
  /** No template fits the file. */
  onUnmatched: () => void;
  onBack: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const queryClient = useQueryClient();
  const named = useFieldNames();
  const { data, error, refetch } = useQuery({
    queryKey: [...reconciliationKey, 'import', token],
    queryFn: () => importStatus(token),
    refetchInterval: ({ state }) => (state.data?.isCompleted ? false : POLL_INTERVAL_MS),
  });
  const failure = data?.isCompleted ? data.failure : null;
  const id = data?.isCompleted && data.failure === null ? data.id : null;
  const leave = useEffectEvent((read: number) => {
    void queryClient.invalidateQueries({ queryKey: reconciliationKey });
    onClose();
    onRead(read);
  });
  useEffect(() => {
    if (id !== null) leave(id);
  }, [id]);
  const match = useEffectEvent(onUnmatched);
  const isUnmatched = failure !== null && lacksColumns(data?.validationErrors ?? []);
  useEffect(() => {
    if (isUnmatched) match();
  }, [isUnmatched]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Upload invoice')}
      footer={
        <>
          {failure !== null && (
            <Button variant="outline" onClick={onBack}>
              {t('Choose another file')}
            </Button>
          )}
          <Button autoFocus onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {failure === null ? (
          <>
            <RowsProgress
              label={t('The invoice is being read')}
              progress={{ done: data?.done ?? 0, total: data?.total ?? 0 }}
            />
            <p className="text-[13px] text-muted-foreground">
              {t(
                'You can close this. The invoice is read in the background; the list shows when it is done.',
              )}
            </p>
          </>
        ) : data && data.validationErrors.length > 0 ? (
          <>
            <p className="text-sm">
              {t(
                'Nothing was stored. Correct the file, or choose the template that fits it, and upload it again.',
              )}
            </p>
            <LineNotes
              title={t(
                '{number} errors',
                { count: data.validationErrors.length, number: data.validationErrors.length },
                '{number} error',
              )}
              notes={data.validationErrors.map(named)}
            />
          </>
        ) : (
          <ErrorNote title={t('The invoice could not be read')} message={failure} />
        )}
        {error && (
          <ErrorNote title={t('Progress unknown')} error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Dialog>
  );
}
