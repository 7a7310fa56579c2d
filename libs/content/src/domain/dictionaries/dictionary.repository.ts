import type { Dictionary } from './dictionary';

export abstract class DictionaryRepository {
  /**
   * How many dictionaries there are where this one is to be: of its App, of its tenant itself, or global. Until the end
   * of the transaction nobody else adds one there.
   */
  abstract lockPlace(dictionary: Dictionary): Promise<number>;

  /** @throws ResourceConflictError when another of its scope has the code. */
  abstract add(dictionary: Dictionary): Promise<void>;

  /** @throws ResourceNotFoundError when the tenant has no such dictionary. */
  abstract getForUpdate(tenantId: string, id: string): Promise<Dictionary>;

  abstract save(dictionary: Dictionary): Promise<void>;

  abstract remove(dictionary: Dictionary): Promise<void>;

  abstract removeAllOfApp(tenantId: string, appId: string): Promise<void>;
}
