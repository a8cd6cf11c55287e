// The driver whose work this device holds. Driver pages start from it without a network.

export interface DevicePerson {
  tenantId: number;
  tenantName: string;
  userId: number;
  name: string;
  timezone: string;
  /** Name of the database with the driver's run and queue. */
  database: string;
}

const KEY = 'waybill.driver';

export function devicePerson(): DevicePerson | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as DevicePerson | null;
  } catch {
    return null;
  }
}

export function rememberDevicePerson(person: DevicePerson): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(person));
  } catch {
    // Without storage the pages need a network to start.
  }
}

/** Deletes what the device holds of its driver, on sign-out. */
export async function emptyDevice(): Promise<void> {
  const person = devicePerson();
  if (!person) return;
  localStorage.removeItem(KEY);
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(person.database);
    for (const end of ['success', 'error', 'blocked'])
      request.addEventListener(end, () => resolve());
  });
}
