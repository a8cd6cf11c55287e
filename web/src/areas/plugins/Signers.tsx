// Trusted signing keys.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import {
  Badge,
  Button,
  Card,
  CardHeader,
  ConfirmDialog,
  EmptyState,
  ErrorNote,
  Skeleton,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
} from '@waybill/plugin';
import { TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { mutate } from '../../kit/mutate.ts';
import { useT } from '../../lib/i18n.ts';
import { explained, refusalText, signersInOrder, type Signer } from './model.ts';
import { renew, revokeSigner, signersQuery, trustSigner } from './queries.ts';

const LONGEST_NAME = 128;

function TrustDialog({ signer, onClose }: { signer: Signer | null; onClose: () => void }) {
  const t = useT();
  const form = useRecordForm({
    record: signer,
    values: (signer) => ({ name: signer?.name ?? '', key: signer?.key ?? '' }),
    rules: {
      name: { needed: t('Enter the owner of the key'), max: LONGEST_NAME },
      key: { needed: t('Enter the public key') },
    },
    save: ({ key, name }) => trustSigner({ key: key.trim(), name: name.trim() }),
    say: refusalText,
    notice: (_, { name }) => t('{name} is now trusted', { name: name.trim() }),
    saved: async () => {
      await renew();
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title={t('Trust a signer')}
      description={t(
        'Packages signed with this key can be uploaded. Get the key from its owner through a ' +
          'trusted channel and compare the fingerprint.',
      )}
      action={t('Trust')}
      onClose={onClose}
    >
      <TextField name="name" label={t('Name')} hint={t('Key owner')} />
      <TextField
        name="key"
        label={t('Public key')}
        hint={t('An ed25519 key in Base64')}
        dir="ltr"
        spellCheck={false}
        className="font-mono text-[13px]"
        readOnly={signer !== null}
      />
    </FormDialog>
  );
}

export function Signers() {
  const t = useT();
  const format = useFormat();
  const signers = useQuery(signersQuery);
  const [trusting, setTrusting] = useState<{ signer: Signer | null } | null>(null);
  const [revoking, setRevoking] = useState<Signer | null>(null);
  const add = (
    <Button size="sm" variant="outline" onClick={() => setTrusting({ signer: null })}>
      <Plus aria-hidden /> {t('Trust a signer')}
    </Button>
  );
  return (
    <Card>
      <CardHeader
        title={t('Trusted signers')}
        description={t('Only packages signed with one of these keys can be uploaded.')}
        actions={signers.data?.length ? add : undefined}
      />
      {signers.isLoadingError ? (
        <ErrorNote
          title={t('The signers could not be loaded')}
          error={signers.error}
          onRetry={() => void signers.refetch()}
        />
      ) : !signers.data ? (
        <Skeleton className="h-16" />
      ) : signers.data.length === 0 ? (
        <EmptyState
          icon={<KeyRound />}
          title={t('No trusted keys yet')}
          description={t('Trust the public keys of your plugin authors to upload their packages.')}
          action={add}
        />
      ) : (
        <Table label={t('Trusted signers')}>
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
                <Td className="whitespace-nowrap tabular-nums max-md:hidden">
                  {format.date(signer.creationTime)}
                </Td>
                <Td className="w-px text-end">
                  {signer.revokedAt ? (
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={t('Trust {name} again', { name: signer.name })}
                      onClick={() => setTrusting({ signer })}
                    >
                      {t('Trust again')}
                    </Button>
                  ) : (
                    <Button
                      variant="ghost"
                      size="sm"
                      className="text-destructive-text"
                      aria-label={t('Revoke {name}', { name: signer.name })}
                      onClick={() => setRevoking(signer)}
                    >
                      {t('Revoke')}
                    </Button>
                  )}
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      )}
      {trusting && <TrustDialog signer={trusting.signer} onClose={() => setTrusting(null)} />}
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={t('Stop trusting {name}?', { name: revoking?.name ?? '' })}
        description={t(
          'New packages with this signature will be rejected. Active packages stay active; ' +
            'suspend or remove them if necessary.',
        )}
        confirmLabel={t('Revoke')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          if (!revoking) return;
          await mutate({
            call: () => explained(revokeSigner(revoking.id)),
            notice: t('{name} is no longer trusted', { name: revoking.name }),
            after: renew,
          });
        }}
      />
    </Card>
  );
}
