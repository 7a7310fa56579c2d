import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  ResourceNotFoundError,
  type SupportedLocale,
  Transactions,
  ValidationFailedError,
} from '@libs/kernel';
import { Dictionary } from '../../domain/dictionaries/dictionary';
import {
  type DictionaryChanges,
  MAX_DICTIONARIES,
  type NewDictionary,
} from '../../domain/dictionaries/dictionary-settings';
import { DictionaryLimitError } from '../../domain/dictionaries/dictionary.errors';
import { DictionaryRepository } from '../../domain/dictionaries/dictionary.repository';
import { ManagedDictionaries, type ManagedDictionary } from '../../infrastructure/dictionaries/managed-dictionaries';
import { recordOf } from './dictionary-record';

/** The editor of a dictionary, and the facts from the contexts of Apps and tenants that the editor depends on. */
export interface DictionaryEditor {
  readonly tenantId: string;
  /** @throws when the editor may not change what all tenants share. */
  expectGlobalRight(): void;
  /** The platform's tenant. */
  ownerOfGlobal(): Promise<string>;
  /**
   * The default locale of an App of the editor's tenant; null if it is deleted, another tenant's or unknown. The App stays
   * as it is until the current transaction is over.
   */
  defaultLocaleOf(appId: string): Promise<SupportedLocale | null>;
}

@Injectable()
export class DictionariesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly dictionaries: DictionaryRepository,
    private readonly managed: ManagedDictionaries,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @throws what the editor throws, for the scope global.
   * @throws ValidationFailedError for an unknown App, repeated keys, and texts missing in the default locale of the App.
   * @throws DictionaryLimitError, ResourceConflictError when another of the scope has the code.
   */
  async create(editor: DictionaryEditor, input: NewDictionary): Promise<ManagedDictionary> {
    const tenantId = await this.ownerOfNew(editor, input);
    return this.inTenant(editor, tenantId, async () => {
      const { appId } = input;
      const defaultLocale = appId === null ? null : await editor.defaultLocaleOf(appId);
      if (appId !== null && !defaultLocale) throw ValidationFailedError.of('app_id', 'unknown_app');
      const dictionary = new Dictionary(tenantId, input, defaultLocale);
      if ((await this.dictionaries.lockPlace(dictionary)) >= MAX_DICTIONARIES) throw new DictionaryLimitError();
      await this.dictionaries.add(dictionary);
      this.record(dictionary, null, recordOf(dictionary));
      return dictionary;
    });
  }

  /**
   * @throws ResourceNotFoundError; what the editor throws, for a global one; VersionConflictError
   * @throws ResourceImmutableFieldError for another scope, App or code.
   * @throws ValidationFailedError as `create`.
   */
  update(
    editor: DictionaryEditor,
    id: string,
    lockVersion: number,
    changes: DictionaryChanges,
  ): Promise<ManagedDictionary> {
    return this.withLocked(editor, id, lockVersion, async (dictionary) => {
      const { appId } = dictionary;
      const defaultLocale = appId === null ? null : await editor.defaultLocaleOf(appId);
      if (appId !== null && !defaultLocale) throw new ResourceNotFoundError();
      const before = recordOf(dictionary);
      dictionary.update(changes, defaultLocale);
      await this.dictionaries.save(dictionary);
      this.record(dictionary, before, recordOf(dictionary));
      return dictionary;
    });
  }

  /** @throws ResourceNotFoundError; what the editor throws, for a global one; VersionConflictError */
  async delete(editor: DictionaryEditor, id: string, lockVersion: number): Promise<void> {
    await this.withLocked(editor, id, lockVersion, async (dictionary) => {
      await this.dictionaries.remove(dictionary);
      this.record(dictionary, recordOf(dictionary), null);
    });
  }

  private async ownerOfNew(editor: DictionaryEditor, { scope }: NewDictionary): Promise<string> {
    if (scope !== 'global') return editor.tenantId;
    editor.expectGlobalRight();
    return editor.ownerOfGlobal();
  }

  private async withLocked<T>(
    editor: DictionaryEditor,
    id: string,
    lockVersion: number,
    act: (dictionary: Dictionary) => Promise<T>,
  ): Promise<T> {
    const { tenantId, scope } = await this.managed.placeOf(editor.tenantId, id);
    if (scope === 'global') editor.expectGlobalRight();
    return this.inTenant(editor, tenantId, async () => {
      const dictionary = await this.dictionaries.getForUpdate(tenantId, id);
      dictionary.expectVersion(lockVersion);
      return act(dictionary);
    });
  }

  /** A global one may lie outside the tenant that the editor acts in, to which the record of the change belongs. */
  private inTenant<T>(editor: DictionaryEditor, tenantId: string, work: () => Promise<T>): Promise<T> {
    const act = () => this.transactions.run(tenantId, work);
    return tenantId === editor.tenantId ? act() : this.transactions.runAsSystem(act);
  }

  private record({ id, appId }: Dictionary, before: object | null, after: object | null): void {
    this.audit.record({ resourceType: 'dictionary', resourceId: id, appId, before, after });
  }
}
