// Uploads a package, with progress.
import { useEffect, useRef, useState } from 'react';
import { Upload } from 'lucide-react';
import { Button, Card, CardHeader, ErrorNote, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { refusalText } from './model.ts';
import { renew } from './queries.ts';
import { uploadPackage } from './upload.ts';

interface Sending {
  name: string;
  /** From 0 to 1. */
  share: number;
}

export function UploadPackage() {
  const t = useT();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [refused, setRefused] = useState<{ name: string; reason: string } | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (file: File) => {
    const controller = new AbortController();
    stop.current = controller;
    setRefused(null);
    setSending({ name: file.name, share: 0 });
    try {
      const { plugin, version } = await uploadPackage(file, {
        signal: controller.signal,
        onProgress: (share) => setSending({ name: file.name, share }),
      });
      await renew();
      toast({
        title: t('{name} {version} uploaded', { name: plugin, version }),
        description: t('Activate it to start using it.'),
      });
    } catch (error) {
      if (!controller.signal.aborted) setRefused({ name: file.name, reason: refusalText(error) });
    } finally {
      setSending(null);
    }
  };
  return (
    <Card>
      <CardHeader
        title={t('Upload package')}
        description={t(
          'A .wbp file signed with a trusted key. The package is tested before it is added.',
        )}
        actions={
          <Button size="sm" disabled={sending !== null} onClick={() => input.current?.click()}>
            <Upload aria-hidden /> {t('Choose a file')}
          </Button>
        }
        className="mb-0"
      />
      <input
        ref={input}
        type="file"
        accept=".wbp"
        hidden
        aria-label={t('Package')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // So the same file can be chosen again.
          event.target.value = '';
          if (file) void send(file);
        }}
      />
      {sending && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1 basis-56">
            <progress
              className="h-2 w-full accent-primary"
              aria-label={t('Upload of {name}', { name: sending.name })}
              {...(sending.share < 1 ? { value: sending.share, max: 1 } : {})}
            />
            <p role="status" className="text-[13px] break-words text-muted-foreground">
              {sending.share < 1
                ? t('{name}: {share} % sent', {
                    name: sending.name,
                    share: format.number(sending.share * 100, 0),
                  })
                : t('Testing {name}', { name: sending.name })}
            </p>
          </div>
          <Button variant="outline" size="sm" onClick={() => stop.current?.abort()}>
            {t('Stop')}
          </Button>
        </div>
      )}
      {refused && (
        <ErrorNote
          className="mt-3"
          title={t('{name} was rejected', { name: refused.name })}
          message={refused.reason}
        />
      )}
    </Card>
  );
}
