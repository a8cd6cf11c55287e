// Browser passkeys: support, creation, signing.

type Json = Record<string, unknown>;

/** Passkeys need a secure page, and a browser that reads the server's words for them. */
export const canUsePasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** True if the user closed the browser's dialog or it timed out. */
export const wasGivenUp = (error: unknown) =>
  error instanceof DOMException &&
  (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Creates a passkey; the result is sent to the server. */
export async function makePasskey(options: unknown): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return toJson(await navigator.credentials.create({ publicKey }));
}

/** Signs the challenge with a passkey the user selects. */
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
