// UTF-8 encoding and decoding: QuickJS has no web APIs, so there is no TextEncoder.

export function write(text: string): Uint8Array {
  const escaped = unescape(encodeURIComponent(text));
  return Uint8Array.from(escaped, (character) => character.charCodeAt(0));
}

/** Throws where the bytes are no UTF-8. */
export function read(bytes: Uint8Array): string {
  let escaped = '';
  for (const byte of bytes) escaped += String.fromCharCode(byte);
  return decodeURIComponent(escape(escaped));
}
