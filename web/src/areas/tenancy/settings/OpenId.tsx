// Settings: OpenID Connect providers.
import { ChevronDown, KeySquare, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge, Button, Card, cn, EmptyState } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { FlagField, SecretField, TextField, WordsField } from '../../../kit/form-fields.tsx';
import type { OpenIdProvider, TenantSettings } from './model.ts';
import { RolesField } from './RolesField.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const code = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const;

const FRESH: OpenIdProvider = {
  id: '',
  displayName: '',
  issuer: '',
  clientId: '',
  clientSecret: null,
  hasClientSecret: false,
  scopes: ['openid', 'profile', 'email'],
  autoCreate: false,
  linkByEmail: false,
  defaultRoles: [],
  isEnabled: true,
};

function Provider({
  index,
  stored,
  onRemove,
}: {
  index: number;
  stored: OpenIdProvider | undefined;
  onRemove: () => void;
}) {
  const t = useT();
  const providerField = (member: string) => `openId.${index}.${member}`;
  const { formState } = useFormContext();
  const wrong = Boolean((formState.errors.openId as unknown as unknown[] | undefined)?.[index]);
  const [unfolded, setUnfolded] = useState(stored === undefined);
  const open = unfolded || wrong;
  const [name, id, creates, on] = useWatch({
    name: [
      providerField('displayName'),
      providerField('id'),
      providerField('autoCreate'),
      providerField('isEnabled'),
    ],
  }) as [string, string, boolean, boolean];
  const title = name || id || t('New service');
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setUnfolded(!open)}
          className={cn(
            'flex min-w-0 flex-1 items-center gap-2 rounded text-start',
            'focus-visible:outline-2 focus-visible:outline-ring',
          )}
        >
          <ChevronDown
            aria-hidden
            className={cn(
              'size-4 shrink-0 text-muted-foreground transition-transform',
              !open && '-rotate-90 rtl:rotate-90',
            )}
          />
          <span className="min-w-0 truncate text-sm font-semibold">{title}</span>
        </button>
        <Badge tone={on ? 'success' : 'neutral'} dot>
          {on ? t('On') : t('Off')}
        </Badge>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('Remove {name}', { name: title })}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      {open && (
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <TextField
            name={providerField('displayName')}
            label={t('Name')}
            maxLength={64}
            hint={t('Shown on the sign-in button.')}
          />
          <TextField
            name={providerField('id')}
            label={t('Identifier')}
            {...code}
            maxLength={64}
            hint={t(
              'Lower-case letters, digits and hyphens. Register {address} as the redirect URL with the service.',
              { address: `${location.origin}/api/auth/callback/${id || '…'}` },
            )}
          />
          <TextField
            name={providerField('issuer')}
            label={t('Issuer')}
            {...code}
            placeholder="https://login.example.com"
            className="sm:col-span-2"
          />
          <TextField name={providerField('clientId')} label={t('Client ID')} {...code} />
          <SecretField
            name={providerField('clientSecret')}
            label={t('Client secret')}
            isSet={stored?.hasClientSecret ?? false}
          />
          <WordsField name={providerField('scopes')} label={t('Scopes')} />
          <div className="grid content-end pb-1.5">
            <FlagField name={providerField('isEnabled')} label={t('Shown on the sign-in page')} />
          </div>
          <FlagField
            name={providerField('autoCreate')}
            label={t('Create a user at first sign-in')}
            hint={t('Otherwise, only existing users can sign in.')}
            className="sm:col-span-2"
          />
          {creates && (
            <RolesField
              name={providerField('defaultRoles')}
              label={t('Roles for new users')}
              className="sm:col-span-2"
            />
          )}
          <FlagField
            name={providerField('linkByEmail')}
            label={t('Link to an existing user with the same confirmed email address')}
            className="sm:col-span-2"
          />
        </div>
      )}
    </Card>
  );
}

function Providers({ settings }: { settings: TenantSettings }) {
  const t = useT();
  const { fields, append, remove } = useFieldArray({ name: 'openId', keyName: 'key' });
  const ids = (useWatch({ name: 'openId' }) as OpenIdProvider[] | undefined) ?? [];
  const add = (
    <Button variant="outline" onClick={() => append(FRESH)}>
      <Plus aria-hidden /> {t('Add a service')}
    </Button>
  );
  if (fields.length === 0) {
    return (
      <EmptyState
        icon={<KeySquare />}
        title={t('No other sign-in services')}
        description={t(
          'Let users sign in with an external account, such as your identity provider.',
        )}
        action={add}
      />
    );
  }
  return (
    <>
      {fields.map((field, index) => (
        <Provider
          key={field.key}
          index={index}
          stored={settings.openId.find((one) => one.id === ids[index]?.id)}
          onRemove={() => remove(index)}
        />
      ))}
      <div>{add}</div>
    </>
  );
}

export default function OpenId() {
  const t = useT();
  const check = (wire: TenantSettings) =>
    Object.fromEntries(
      wire.openId.flatMap((one, index) => [
        ...(one.displayName ? [] : [[`openId.${index}.displayName`, t('Enter a name')]]),
        ...(/^[a-z0-9][a-z0-9-]*$/.test(one.id)
          ? []
          : [[`openId.${index}.id`, t('Lower-case letters, digits and hyphens only')]]),
        ...(/^https?:\/\/[^/?#]+/i.test(one.issuer)
          ? []
          : [[`openId.${index}.issuer`, t('Enter the full URL, starting with https://')]]),
        ...(one.clientId ? [] : [[`openId.${index}.clientId`, t('Enter the client ID')]]),
      ]),
    );
  return (
    <SettingsPage
      title={t('Sign-in services')}
      description={t('Let users sign in with other services (OpenID Connect).')}
    >
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['openId']}
          secrets={['openId.*.clientSecret']}
          check={check}
        >
          <Providers settings={settings} />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
