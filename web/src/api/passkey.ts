// Passkeys of the browser: whether it has them, making one, and having one sign what the server asks.

type Json = Record<string, unknown>;

/** Passkeys need a secure page, and a browser that reads the server's words for them. */
export const canUsePasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** The person did not go on: closed the browser's dialog, or let it wait too long. */
export const wasGivenUp = (error: unknown) =>
  error instanceof DOMException &&
  (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Makes a passkey; what it answers goes to the server. */
export async function makePasskey(options: unknown): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return toJson(await navigator.credentials.create({ publicKey }));
}

/** Lets the person choose a passkey, which signs what was asked. */
export async function signByPasskey(options: unknown): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return JSON.stringify(toJson(await navigator.credentials.get({ publicKey })));
}

function toJson(credential: Credential | null): Json {
  if (!(credential instanceof PublicKeyCredential))
    throw new DOMException('No passkey was chosen.', 'NotAllowedError');
  return { ...credential.toJSON() };
}
