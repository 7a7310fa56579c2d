import { newId } from '@libs/kernel';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import type { AdminClient } from './admin';

/** An AdminAppResponse, as far as suites use it. */
export interface AppAnswer {
  readonly id: string;
  readonly status: string;
  readonly lock_version: number;
  readonly startup: { readonly onboarding: { readonly published_version: number } };
  readonly [field: string]: unknown;
}

/** The minimum for a new App. */
export const NEW_APP = { name: 'Corner Shop', app_type: 'uni_app', default_locale: 'zh-CN' } as const;

/** A new App, active. */
export async function aManagedApp(admin: AdminClient, input: object = {}): Promise<AppAnswer> {
  const { body } = await admin.post('apps', { ...NEW_APP, ...input }).expect(201);
  return body.data as AppAnswer;
}

/** A new App that has been disabled. */
export async function aDisabledApp(admin: AdminClient, input: object = {}): Promise<AppAnswer> {
  const { id, lock_version } = await aManagedApp(admin, input);
  const { body } = await admin.post(`apps/${id}/disable`, { lock_version }).expect(200);
  return body.data as AppAnswer;
}

/** The record of a file whose content is not needed. */
export async function aFile(
  api: TestApi,
  { purpose = 'app_icon', scanStatus = 'clean', tenantId = api.tenantId } = {},
): Promise<string> {
  const id = newId();
  await queryAs(
    api.urls.superuserUrl,
    `INSERT INTO files (tenant_id, id, purpose, filename, media_type, size_bytes, sha256, scan_status, storage_key)
     VALUES ($1, $2, $3, 'image.png', 'image/png', 100, repeat('a', 64), $4, $5)`,
    [tenantId, id, purpose, scanStatus, `test/${id}`],
  );
  return id;
}

/** A new tenant, for X-Tenant-ID. */
export async function anotherTenant(api: TestApi): Promise<string> {
  const id = newId();
  await queryAs(
    api.urls.superuserUrl,
    `INSERT INTO tenants (id, code, name, status, is_platform) VALUES ($1, $2, 'Another', 'active', false)`,
    [id, `t-${id}`],
  );
  return id;
}

/** The events about an App, oldest first. */
export function eventsOf(api: TestApi, appId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return queryAs(
    api.urls.superuserUrl,
    `SELECT type, data FROM outbox_messages WHERE app_id = $1 AND type LIKE 'app.%' ORDER BY created_at, id`,
    [appId],
  );
}

/** The audit records of one resource, oldest first. */
export function auditOf(api: TestApi, resourceId: string) {
  return queryAs<{
    action: string;
    outcome: string;
    resource_type: string | null;
    app_id: string | null;
    actor_id: string;
    changes: { path: string; before: unknown; after: unknown }[];
  }>(
    api.urls.superuserUrl,
    `SELECT action, outcome, resource_type, app_id, actor_id, changes FROM audit_logs
      WHERE resource_id = $1 ORDER BY seq`,
    [resourceId],
  );
}
