// Person at the device: the session's user, or the remembered driver without a network.
import { useEffect, useState } from 'react';
import { api, setTenantId } from '../../api/client.ts';
import { useSession, type SessionData } from '../../api/session.ts';
import { devicePerson, rememberDevicePerson, type DevicePerson } from '../../lib/driver-device.ts';
import { databaseName } from './database.ts';

export type Standing =
  | { kind: 'loading' | 'unreachable' | 'guest' | 'other' }
  /** Something has to be done elsewhere first, such as choosing a password. */
  | { kind: 'elsewhere'; to: string }
  | { kind: 'driver'; person: DevicePerson };

async function load(data: SessionData): Promise<DevicePerson> {
  setTenantId(data.tenantId);
  const { tenantName, timezone } = await api.get(
    '/api/core/configuration/getconfiguration',
    undefined,
    { anonymous: true },
  );
  const userId = data.user.id ?? 0;
  const person: DevicePerson = {
    tenantId: data.tenantId,
    tenantName,
    userId,
    name: data.user.name,
    timezone: data.user.timezone ?? timezone,
    database: databaseName(data.tenantId, userId),
  };
  rememberDevicePerson(person);
  return person;
}

const isSame = (person: DevicePerson, data: SessionData): boolean =>
  person.tenantId === data.tenantId && person.userId === (data.user.id ?? 0);

/** Starts with the device's person; the session replaces it once the server answers. */
export function useStanding(): Standing {
  const { status, data, isDriver, mustChangePassword, mustSetUpTwoFactor } = useSession();
  const [person, setPerson] = useState(devicePerson);
  const known = person && (!data || isSame(person, data)) ? person : null;
  useEffect(() => {
    if (person) setTenantId(person.tenantId);
  }, [person]);
  useEffect(() => {
    if (!data || !isDriver) return undefined;
    let isCurrent = true;
    load(data).then(
      // The same person again must not open the device anew.
      (loaded) =>
        isCurrent &&
        setPerson((before) =>
          JSON.stringify(before) === JSON.stringify(loaded) ? before : loaded,
        ),
      // The device's person stays; the next answer of the session tries again.
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [data, isDriver]);
  if (status === 'unauthenticated') return { kind: 'guest' };
  if (mustChangePassword) return { kind: 'elsewhere', to: '/auth/change-password' };
  if (mustSetUpTwoFactor) return { kind: 'elsewhere', to: '/auth/two-factor' };
  if (data && !isDriver) return { kind: 'other' };
  if (known) return { kind: 'driver', person: known };
  return { kind: status === 'unreachable' ? 'unreachable' : 'loading' };
}
