// Types of the descriptors in `resources`.
import type { Limits } from '../lib/limits.ts';
import type { components } from './schema.ts';
import type { PermissionName, Schema } from './types.ts';

export type SchemaName = keyof components['schemas'];

export interface ResourceField extends Limits {
  /** English text, translated on display. */
  readonly label: string;
  readonly kind: 'text' | 'number' | 'flag' | 'date' | 'moment' | 'choice' | 'list';
  /** An empty input is sent as null. */
  readonly nullable?: true;
  /** Message if empty; without it the field is optional. */
  readonly needed?: string;
  readonly integer?: true;
  /** Value of a new record. */
  readonly preset?: unknown;
}

export interface Resource<Name extends SchemaName> {
  readonly schema: Name;
  readonly edit?: PermissionName;
  readonly create?: PermissionName;
  readonly fields: { readonly [K in keyof Schema<Name>]?: ResourceField };
}

export interface AnyResource {
  readonly schema: SchemaName;
  readonly edit?: PermissionName;
  readonly create?: PermissionName;
  readonly fields: Readonly<Record<string, ResourceField>>;
}

export type FieldName<R extends AnyResource> = keyof R['fields'] & string;
export type RequestOf<R extends AnyResource> = Schema<R['schema']>;

type ValueOf<R extends AnyResource, N extends FieldName<R>> = R['fields'][N] extends infer F
  ? F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'list' }
      ? N extends keyof RequestOf<R>
        ? NonNullable<RequestOf<R>[N]>
        : never
      : F extends { kind: 'choice'; enum: readonly (infer Value)[] }
        ? Value | (F extends { nullable: true } ? '' : never)
        : string
  : never;

/** Values of a form: texts as typed, empty instead of null. */
export type DraftOf<R extends AnyResource, N extends string> = {
  [K in N & FieldName<R>]: ValueOf<R, K>;
};
