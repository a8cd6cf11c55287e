// The user's profile picture.
import { useEffect, useRef, useState } from 'react';
import { Button, Card, CardHeader, ConfirmDialog, errorMessage, ErrorNote } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { refreshSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { UserImage } from '../../../shell/UserImage.tsx';
import { deletePicture, profileKey, uploadPicture, type Profile } from './queries.ts';

const KINDS = ['image/png', 'image/jpeg', 'image/webp'];
const LARGEST = 2 * 1024 * 1024;

/** Profile and sidebar show it. */
const changed = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: profileKey }), refreshSession()]);

export function Picture({ profile, locked }: { profile: Profile; locked: boolean }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null);
  const [pending, setPending] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => (chosen ? () => URL.revokeObjectURL(chosen.url) : undefined), [chosen]);

  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!file) return;
    if (!KINDS.includes(file.type))
      return setFailure(t('The picture must be a PNG, JPEG or WebP file.'));
    if (file.size > LARGEST)
      return setFailure(t('The picture is larger than 2 MB. Choose a smaller one.'));
    setFailure(null);
    setChosen({ file, url: URL.createObjectURL(file) });
  };

  const send = async () => {
    if (!chosen || pending) return;
    setPending(true);
    setFailure(null);
    try {
      await uploadPicture(chosen.file, chosen.file.name);
      await changed();
      setChosen(null);
      toast({ title: t('Picture changed') });
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setPending(false);
    }
  };

  const name = `${profile.name} ${profile.surname}`.trim() || profile.userName;
  return (
    <Card>
      <CardHeader title={t('Picture')} description={t('PNG, JPEG or WebP, at most 2 MB.')} />
      {failure && <ErrorNote message={failure} className="mb-3" />}
      <div className="flex flex-wrap items-center gap-4">
        {chosen ? (
          <img
            src={chosen.url}
            alt={t('Preview of the new picture')}
            onError={() => {
              setChosen(null);
              setFailure(t('This file cannot be shown as a picture.'));
            }}
            className="size-20 rounded-full object-cover ring-2 ring-primary"
          />
        ) : (
          <UserImage name={name} image={profile.image} className="size-20 text-2xl" />
        )}
        <input
          ref={input}
          type="file"
          accept={KINDS.join(',')}
          aria-label={t('Picture file')}
          tabIndex={-1}
          disabled={locked}
          onChange={(event) => choose(event.target.files?.[0])}
          className="sr-only"
        />
        <div className="flex flex-wrap gap-2">
          {chosen ? (
            <>
              <Button pending={pending} onClick={() => void send()}>
                {t('Use this picture')}
              </Button>
              <Button variant="outline" disabled={pending} onClick={() => setChosen(null)}>
                {t('Cancel')}
              </Button>
            </>
          ) : (
            <>
              <Button variant="outline" disabled={locked} onClick={() => input.current?.click()}>
                {profile.image ? t('Change picture') : t('Choose a picture')}
              </Button>
              {profile.image && (
                <Button variant="ghost" disabled={locked} onClick={() => setRemoving(true)}>
                  {t('Remove')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('Remove your picture?')}
        description={t('Your initials are shown instead.')}
        confirmLabel={t('Remove')}
        cancelLabel={t('Cancel')}
        destructive
        onConfirm={async () => {
          await deletePicture();
          await changed();
        }}
      />
    </Card>
  );
}
