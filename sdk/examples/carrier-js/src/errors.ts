// Constructors for errors of the taxonomy that all plugins share. Each returns a value to throw.

export const invalid = (...fields: FieldError[]): PluginError => ({
  tag: 'invalid-input',
  val: fields,
});

export const rejected = (
  code: string,
  message: string,
  httpStatus: number | null = null,
): PluginError => ({
  tag: 'rejected',
  val: { code, message, httpStatus },
});

export const unavailable = (message: string, retryAfterMs: number | null = null): PluginError => ({
  tag: 'unavailable',
  val: { message, retryAfterMs },
});

export const unauthorised = (message: string): PluginError => ({
  tag: 'unauthorised',
  val: message,
});
export const notFound = (message: string): PluginError => ({ tag: 'not-found', val: message });
export const unsupported = (message: string): PluginError => ({ tag: 'unsupported', val: message });
export const internal = (message: string): PluginError => ({ tag: 'internal', val: message });

/** Unwraps a host function's error value, which is thrown inside an Error. */
export const payload = <T>(thrown: unknown): T =>
  (thrown instanceof Error && 'payload' in thrown ? thrown.payload : thrown) as T;
