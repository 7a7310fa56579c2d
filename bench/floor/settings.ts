import type { StoredKeys } from '../data/keys';

/** What the floor is started with. */
export interface FloorSettings {
  /** Of a role that no wall stops: the floor names tenant and App in each statement, and nothing else guards them. */
  readonly databaseUrl: string;
  readonly keys: StoredKeys;
  /** The bytes of the public configuration, which it keeps as the product does. */
  readonly configuration: { readonly body: string; readonly etag: string };
}
