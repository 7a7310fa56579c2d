import { type App, AppsService, type NewApp } from '@libs/apps';
import { newId } from '@libs/kernel';
import type { TestApi } from '../../support/api';

/** An active App of an active tenant of its own. */
export async function anApp(api: TestApi, input: Partial<NewApp> = {}): Promise<App> {
  const tenantId = newId();
  await change(
    api,
    `INSERT INTO tenants (id, code, name, status, is_platform) VALUES ($1, $2, 'Tenant', 'active', false)`,
    [tenantId, `t-${tenantId}`],
  );
  return api.get(AppsService).create(tenantId, {
    name: 'Corner Shop',
    appType: 'uni_app',
    defaultLocale: 'zh-CN',
    supportedLocales: ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'],
    ...input,
  });
}

/** One statement past row-level security. */
export async function change(api: TestApi, statement: string, values: unknown[] = []): Promise<void> {
  await api.database.runAsSystem(() => api.database.query(statement, values));
}
