import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf, ListOrder, listPage, sorted, sortedCode } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest, picked } from '@libs/kernel';
import type { Setting } from '../../domain/settings/setting';
import { SETTING_MASK, type SettingScope, type SettingStatus } from '../../domain/settings/setting-fields';
import { SettingSchema } from './setting.schema';

const FIELDS = fieldsOf(SettingSchema, { without: ['tenantId', 'value', 'secretValue'] });

/** A setting as administrators see it, with a mask in place of a secret. */
export type ManagedSetting = Pick<Setting, (typeof FIELDS)[number] | 'value'>;

export interface SettingFilter {
  readonly q?: string | undefined;
  readonly scope?: SettingScope | undefined;
  readonly appId?: string | undefined;
  readonly status?: SettingStatus | undefined;
  /** Those to which whoever asks is limited; null for all. */
  readonly appIds?: readonly string[] | null | undefined;
}

/** The tenant of the administrator, and whether all global settings are visible or only the public ones. */
export interface SettingReader {
  readonly tenantId: string;
  readonly isGlobal: boolean;
}

export function managedSetting(setting: Setting): ManagedSetting {
  return { ...picked(setting, FIELDS), value: setting.isSecret ? SETTING_MASK : setting.value };
}

const COLUMNS = `${columnsOf(SettingSchema, 's', FIELDS)},
  CASE WHEN s.is_secret THEN to_jsonb('${SETTING_MASK}'::text) ELSE s.value END AS value`;

const VISIBLE = `settings s
 WHERE (s.tenant_id = $1 OR s.scope = 'global' AND ($2::boolean OR s.is_public AND NOT s.is_secret AND s.status = 'active'))`;

const MATCHING = `${VISIBLE}
  AND ($3::text IS NULL OR s.key ILIKE $3 OR s.description ILIKE $3)
  AND ($4::text IS NULL OR s.scope = $4) AND ($5::uuid IS NULL OR s.app_id = $5) AND ($6::text IS NULL OR s.status = $6)
  AND ($7::uuid[] IS NULL OR s.app_id = ANY ($7)) AND ($8::uuid[] IS NULL OR s.id = ANY ($8))`;

/** The settings visible to the administrators of a tenant. */
@Injectable()
export class ManagedSettings {
  static readonly order = new ListOrder(
    {
      key: sortedCode('s.key'),
      scope: sortedCode('s.scope'),
      status: sortedCode('s.status'),
      created_at: sorted('s.created_at'),
      updated_at: sorted('s.updated_at'),
    },
    { usual: 's.created_at DESC, s.id DESC', tie: 's.id' },
  );

  constructor(private readonly database: Database) {}

  /** Newest first, unless the request says otherwise. @param filter `q` is a part of the key or the description. */
  list(
    { tenantId, isGlobal }: SettingReader,
    { q, scope, appId, status, appIds }: SettingFilter,
    request: ListRequest,
  ): Promise<ListPage<ManagedSetting>> {
    return listPage<ManagedSetting>(this.database, tenantId, request, {
      matching: MATCHING,
      values: [tenantId, isGlobal, likePattern(q), scope, appId, status, appIds, request.ids],
      select: (limit) => `SELECT ${COLUMNS} FROM ${MATCHING} ORDER BY ${ManagedSettings.order.of(request)} ${limit}`,
    });
  }

  /** @throws ResourceNotFoundError */
  get(reader: SettingReader, id: string): Promise<ManagedSetting> {
    return this.one<ManagedSetting>(reader, id, COLUMNS);
  }

  /** The immutable fields. @throws ResourceNotFoundError */
  placeOf(reader: SettingReader, id: string): Promise<Pick<Setting, 'tenantId' | 'appId' | 'scope' | 'key'>> {
    return this.one(reader, id, columnsOf(SettingSchema, 's', ['tenantId', 'appId', 'scope', 'key']));
  }

  private async one<Row extends object>(
    { tenantId, isGlobal }: SettingReader,
    id: string,
    columns: string,
  ): Promise<Row> {
    const [row] = await this.database.read<Row>(tenantId, `SELECT ${columns} FROM ${VISIBLE} AND s.id = $3`, [
      tenantId,
      isGlobal,
      id,
    ]);
    return found(row);
  }
}
