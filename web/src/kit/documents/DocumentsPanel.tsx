// Documents of a record: listed, uploaded, saved, deleted.
import { useId, useRef, useState, type DragEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Download, Eye, FileText, FileUp, Trash2, X } from 'lucide-react';
import {
  Badge,
  Button,
  Card,
  CardHeader,
  Checkbox,
  cn,
  ConfirmDialog,
  ErrorNote,
  Field,
  Select,
  Skeleton,
  useFormat,
} from '@waybill/plugin';
import { useSession } from '../../api/session.ts';
import { download } from '../../lib/download.ts';
import { failure, mutate } from '../mutate.ts';
import { useT } from '../../lib/i18n.ts';
import { sizeText } from '../../lib/size.ts';
import { toast } from '../../shell/toast.tsx';
import { ProgressBar } from '../ProgressBar.tsx';
import {
  deleteDocument,
  DOCUMENT_TYPES,
  documentsKey,
  documentsQuery,
  OTHER,
  typeText,
  type EntityType,
  type StoredDocument,
} from './documents.ts';
import { useUploads, type Upload } from './use-uploads.ts';

export interface DocumentsPanelProps {
  entityType: EntityType;
  entityId: number;
  /** True if the user may add and delete. */
  mayChange: boolean;
  title?: string;
}

function Progress({
  upload,
  onAgain,
  onDrop,
}: {
  upload: Upload;
  onAgain: () => void;
  onDrop: () => void;
}) {
  const t = useT();
  return (
    <li className="grid gap-1 py-2">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm">{upload.file.name}</span>
        {upload.state === 'failed' && (
          <Button variant="outline" size="sm" onClick={onAgain}>
            {t('Try again')}
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon"
          className="size-7"
          aria-label={
            upload.state === 'failed'
              ? t('Dismiss {name}', { name: upload.file.name })
              : t('Stop {name}', { name: upload.file.name })
          }
          onClick={onDrop}
        >
          <X aria-hidden />
        </Button>
      </span>
      {upload.state === 'failed' ? (
        <p role="alert" className="text-xs font-medium text-destructive-text">
          {upload.error}
        </p>
      ) : (
        <ProgressBar
          label={t('Uploading {name}', { name: upload.file.name })}
          share={upload.share}
        />
      )}
    </li>
  );
}

function Row({
  document,
  mayChange,
  isStaff,
  onDelete,
}: {
  document: StoredDocument;
  mayChange: boolean;
  isStaff: boolean;
  onDelete: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      await download('/api/core/Document/DownloadDocument', { id: document.id });
    } catch (error) {
      failure(t('{name} could not be downloaded', { name: document.fileName }))(error);
    }
    setSaving(false);
  };
  const facts = [
    t(typeText(document.documentType)),
    document.size == null ? null : sizeText(document.size, format.number),
    document.creationTime && format.dateTime(document.creationTime),
    document.creatorUserName,
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <FileText aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-48">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 text-sm font-medium break-all">{document.fileName}</span>
          {isStaff && document.isVisibleToCustomer && (
            <Badge tone="info">
              <Eye aria-hidden className="size-3" /> {t('Visible to the customer')}
            </Badge>
          )}
        </span>
        <span className="block text-xs text-muted-foreground">
          {facts.filter(Boolean).join(' · ')}
        </span>
      </div>
      <span className="flex gap-1">
        <Button
          variant="ghost"
          size="icon"
          className="size-7"
          pending={saving}
          aria-label={t('Download {name}', { name: document.fileName })}
          onClick={() => void save()}
        >
          {!saving && <Download aria-hidden />}
        </Button>
        {mayChange && (
          <Button
            variant="ghost"
            size="icon"
            className="size-7"
            aria-label={t('Delete {name}', { name: document.fileName })}
            onClick={onDelete}
          >
            <Trash2 aria-hidden />
          </Button>
        )}
      </span>
    </li>
  );
}

function Adding({
  isStaff,
  onFiles,
}: {
  isStaff: boolean;
  onFiles: (files: File[], documentType: number, isVisibleToCustomer: boolean) => void;
}) {
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [type, setType] = useState(OTHER);
  const [visible, setVisible] = useState(false);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) =>
    files?.length && onFiles([...files], type, visible || !isStaff);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-wrap items-end gap-x-4 gap-y-3 rounded-lg border border-dashed border-input p-3',
        over && 'border-primary bg-accent',
      )}
    >
      <Field label={t('Kind')} className="w-52">
        <Select value={type} onChange={(event) => setType(Number(event.target.value))}>
          {DOCUMENT_TYPES.map(({ value, text }) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </Select>
      </Field>
      {isStaff && (
        <Checkbox
          className="mb-1.5"
          label={t('Visible to the customer')}
          checked={visible}
          onChange={(event) => setVisible(event.target.checked)}
        />
      )}
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t('Choose files')}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <span className="ms-auto flex items-center gap-3">
        <span className="text-[13px] text-muted-foreground max-sm:hidden">
          {t('Drop files here, or')}
        </span>
        <Button variant="outline" onClick={() => input.current?.click()}>
          <FileUp aria-hidden /> {t('Choose files')}
        </Button>
      </span>
    </div>
  );
}

export function DocumentsPanel({ entityType, entityId, mayChange, title }: DocumentsPanelProps) {
  const t = useT();
  const { isTenant } = useSession();
  const documents = useQuery(documentsQuery(entityType, entityId));
  const [deleting, setDeleting] = useState<StoredDocument | null>(null);
  const [done] = useState(() => (name: string) => toast({ title: t('{name} uploaded', { name }) }));
  const { uploads, add, retry, drop } = useUploads(done);
  return (
    <Card>
      <CardHeader title={title ?? t('Files')} />
      {mayChange && (
        <Adding
          isStaff={isTenant}
          onFiles={(files, documentType, isVisibleToCustomer) =>
            add(files, { entityType, entityId, documentType, isVisibleToCustomer })
          }
        />
      )}
      {uploads.length > 0 && (
        <ul aria-label={t('Uploads in progress')} className="mt-2 divide-y divide-border">
          {uploads.map((upload) => (
            <Progress
              key={upload.id}
              upload={upload}
              onAgain={() => retry(upload.id)}
              onDrop={() => drop(upload.id)}
            />
          ))}
        </ul>
      )}
      {documents.isLoadingError ? (
        <ErrorNote
          className="mt-3"
          title={t('The files could not be loaded')}
          error={documents.error}
          onRetry={() => void documents.refetch()}
        />
      ) : documents.isPending ? (
        <Skeleton className="mt-3 h-9" />
      ) : documents.data.length === 0 ? (
        <p className="mt-3 text-[13px] text-muted-foreground">
          {mayChange
            ? t('No documents yet. Add contracts, photos or signed documents.')
            : t('No documents yet.')}
        </p>
      ) : (
        <ul aria-label={title ?? t('Files')} className="mt-1 divide-y divide-border">
          {documents.data.map((document) => (
            <Row
              key={document.id}
              document={document}
              mayChange={mayChange}
              isStaff={isTenant}
              onDelete={() => setDeleting(document)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.fileName ?? '' })}
        description={t('This cannot be undone.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting) return;
          await mutate({
            call: () => deleteDocument(deleting.id),
            stale: [documentsKey(entityType, entityId)],
            notice: t('{name} deleted', { name: deleting.fileName }),
          });
        }}
      />
    </Card>
  );
}
