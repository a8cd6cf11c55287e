// The keys whose signatures the platform trusts: shown with their fingerprints, added, revoked.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { Badge, Button, Card, CardHeader, ConfirmDialog, Dialog, EmptyState, ErrorNote, Field, Input, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { explained, problemOf, refusalText, signersInOrder, type Signer } from './model.ts';
import { renew, revokeSigner, signersQuery, trustSigner } from './queries.ts';

const LONGEST_NAME = 128;

function TrustDialog({ again, onClose }: { again: Signer | null; onClose: () => void }) {
  const t = useT();
  const [key, setKey] = useState(again?.key ?? '');
  const [name, setName] = useState(again?.name ?? '');
  const trust = useMutation({
    mutationFn: () => trustSigner({ key: key.trim(), name: name.trim() }),
    onSuccess: async () => {
      await renew();
      toast({ title: t('{name} is trusted', { name: name.trim() }) });
      onClose();
    },
  });
  const problems = { key: problemOf(trust.error, 'key'), name: problemOf(trust.error, 'name') };
  const complete = key.trim() !== '' && name.trim() !== '';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !trust.isPending && onClose()}
      title={t('Trust a signer')}
      description={t('Packages that this key has signed can be uploaded from then on. Take the key from its owner by a way you can rely on, and compare the fingerprint afterwards.')}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={trust.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form="trust-signer" pending={trust.isPending} disabled={!complete}>
            {t('Trust')}
          </Button>
        </>
      }
    >
      <form
        id="trust-signer"
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (complete && !trust.isPending) trust.mutate();
        }}
      >
        {trust.isError && !problems.key && !problems.name && <ErrorNote message={refusalText(trust.error)} />}
        <Field label={t('Name')} hint={t('Whose key it is')} error={problems.name}>
          <Input value={name} maxLength={LONGEST_NAME} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('Public key')} hint={t('An ed25519 key in Base64')} error={problems.key}>
          <Input value={key} dir="ltr" spellCheck={false} autoComplete="off" className="font-mono text-[13px]" readOnly={again !== null} onChange={(event) => setKey(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}

export function Signers() {
  const t = useT();
  const format = useFormat();
  const signers = useQuery(signersQuery);
  const [trusting, setTrusting] = useState<{ again: Signer | null } | null>(null);
  const [revoking, setRevoking] = useState<Signer | null>(null);
  const add = (
    <Button size="sm" variant="outline" onClick={() => setTrusting({ again: null })}>
      <Plus aria-hidden /> {t('Trust a signer')}
    </Button>
  );
  return (
    <Card>
      <CardHeader title={t('Signers')} description={t('A package is taken only with the signature of one of these keys.')} actions={signers.data?.length ? add : undefined} />
      {signers.isError ? (
        <ErrorNote title={t('The signers could not be loaded')} error={signers.error} onRetry={() => void signers.refetch()} />
      ) : !signers.data ? (
        <Skeleton className="h-16" />
      ) : signers.data.length === 0 ? (
        <EmptyState icon={<KeyRound />} title={t('No key is trusted yet')} description={t('Trust the public key of whoever makes your plugins; then their packages can be uploaded.')} action={add} />
      ) : (
        <Table label={t('Signers')}>
          <THead>
            <tr>
              <Th>{t('Name')}</Th>
              <Th>{t('Fingerprint')}</Th>
              <Th className="max-md:hidden">{t('Since')}</Th>
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {signersInOrder(signers.data).map((signer) => (
              <Tr key={signer.id}>
                <Td className="max-w-56 min-w-28 break-words">
                  {signer.name} {signer.revokedAt && <Badge>{t('Revoked')}</Badge>}
                </Td>
                <Td className="min-w-40 font-mono text-xs break-all">
                  <bdi dir="ltr">{signer.fingerprint || signer.key}</bdi>
                </Td>
                <Td className="whitespace-nowrap tabular-nums max-md:hidden">{format.date(signer.creationTime)}</Td>
                <Td className="w-px text-end">
                  {signer.revokedAt ? (
                    <Button variant="ghost" size="sm" aria-label={t('Trust {name} again', { name: signer.name })} onClick={() => setTrusting({ again: signer })}>
                      {t('Trust again')}
                    </Button>
                  ) : (
                    <Button variant="ghost" size="sm" className="text-destructive-text" aria-label={t('Revoke {name}', { name: signer.name })} onClick={() => setRevoking(signer)}>
                      {t('Revoke')}
                    </Button>
                  )}
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      )}
      {trusting && <TrustDialog again={trusting.again} onClose={() => setTrusting(null)} />}
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={t('Trust {name} no longer?', { name: revoking?.name ?? '' })}
        description={t('New packages with this signature are refused. Those that are active stay so: suspend or remove them if they must go.')}
        confirmLabel={t('Revoke')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          if (!revoking) return;
          await explained(revokeSigner(revoking.id));
          await renew();
          toast({ title: t('{name} is trusted no longer', { name: revoking.name }) });
        }}
      />
    </Card>
  );
}
