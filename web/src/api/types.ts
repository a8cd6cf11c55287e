// API types from its description: calls, parameters, results.
import type { components, paths } from './schema.ts';

/** A schema of the document by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Permission of the product; plugins use the same names. */
export type PermissionName = Schema<'PermissionName'>;
/** Short name of a feature: `Booking` for `Booking.Enabled`. */
export type FeatureWord =
  Schema<'FeatureName'> extends infer Name
    ? Name extends `${infer Word}.${string}`
      ? Word
      : never
    : never;

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that have a call of this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: object } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P][M];

/** The keys of a call's query; never for a call that has none. */
export type QueryOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { parameters: { query?: infer Keys } } ? NonNullable<Keys> : never;

/** The JSON that a call takes. */
export type BodyOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : never;

/** Result of a call without envelope; unknown if undocumented. */
export type ResultOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends {
    responses: { 200: { content: { 'application/json': { result: infer Result } } } };
  }
    ? Result
    : unknown;

/** The rows of a list call. */
export type RowOf<P extends PathOf<'get'>> =
  ResultOf<'get', P> extends { items: (infer Row)[] } ? Row : never;
