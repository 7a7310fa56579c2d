import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  but,
  ResourceNotFoundError,
  type SupportedLocale,
  Transactions,
  ValidationFailedError,
  VersionedChanges,
  wireOf,
} from '@libs/kernel';
import {
  Dictionary,
  dictionary as fields,
  type DictionaryChanges,
  MAX_DICTIONARIES,
  type NewDictionary,
} from '../../domain/dictionaries/dictionary';
import { dictionaryItem } from '../../domain/dictionaries/dictionary-item';
import { DictionaryLimitError } from '../../domain/dictionaries/dictionary.errors';
import { DictionaryRepository } from '../../domain/dictionaries/dictionary.repository';
import { ManagedDictionaries, type ManagedDictionary } from '../../infrastructure/dictionaries/managed-dictionaries';

/** All that administrators decide; ids and the times of the row are not theirs. */
const RECORDED = but(fields, 'tenantId', 'id', 'lockVersion', 'createdAt', 'updatedAt', 'updatedBy');

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
  private readonly changes: VersionedChanges<Dictionary>;

  constructor(
    private readonly transactions: Transactions,
    private readonly dictionaries: DictionaryRepository,
    private readonly managed: ManagedDictionaries,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'dictionary',
      save: (dictionary) => dictionaries.save(dictionary),
      see: (dictionary) => dictionary,
      record: (dictionary) => ({
        ...wireOf(RECORDED, dictionary),
        items: dictionary.items.map((item) => wireOf(dictionaryItem, item)),
      }),
    });
  }

  /**
   * @throws what the editor throws, for the scope global.
   * @throws ValidationFailedError for an unknown App, repeated keys, and texts missing in the default locale of the App.
   * @throws DictionaryLimitError, ResourceConflictError when another of the scope has the code.
   */
  async create(editor: DictionaryEditor, input: NewDictionary): Promise<ManagedDictionary> {
    const { scope, appId } = input;
    if (scope === 'global') editor.expectGlobalRight();
    const tenantId = scope === 'global' ? await editor.ownerOfGlobal() : editor.tenantId;
    return this.inTenant(editor, tenantId, async () => {
      const defaultLocale = appId ? await editor.defaultLocaleOf(appId) : null;
      if (appId && !defaultLocale) throw ValidationFailedError.of('app_id', 'unknown_app');
      const dictionary = new Dictionary(tenantId, input, defaultLocale);
      if ((await this.dictionaries.lockPlace(dictionary)) >= MAX_DICTIONARIES) throw new DictionaryLimitError();
      await this.dictionaries.add(dictionary);
      return this.changes.added(dictionary);
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
    return this.withLocked(editor, id, (dictionary) =>
      this.changes.change(dictionary, lockVersion, async () => {
        const { appId } = dictionary;
        const defaultLocale = appId === null ? null : await editor.defaultLocaleOf(appId);
        if (appId !== null && !defaultLocale) throw new ResourceNotFoundError();
        dictionary.update(changes, defaultLocale);
      }),
    );
  }

  /** @throws ResourceNotFoundError; what the editor throws, for a global one; VersionConflictError */
  delete(editor: DictionaryEditor, id: string, lockVersion: number): Promise<void> {
    return this.withLocked(editor, id, (dictionary) =>
      this.changes.delete(dictionary, lockVersion, () => this.dictionaries.remove(dictionary)),
    );
  }

  private async withLocked<T>(
    editor: DictionaryEditor,
    id: string,
    act: (dictionary: Dictionary) => Promise<T>,
  ): Promise<T> {
    const { tenantId, scope } = await this.managed.placeOf(editor.tenantId, id);
    if (scope === 'global') editor.expectGlobalRight();
    return this.inTenant(editor, tenantId, async () => act(await this.dictionaries.getForUpdate(tenantId, id)));
  }

  /** A global one may lie outside the tenant that the editor acts in, to which the record of the change belongs. */
  private inTenant<T>(editor: DictionaryEditor, tenantId: string, work: () => Promise<T>): Promise<T> {
    const act = () => this.transactions.run(tenantId, work);
    return tenantId === editor.tenantId ? act() : this.transactions.runAsSystem(act);
  }
}
