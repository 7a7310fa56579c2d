import type { ManagedApp } from '@libs/apps';

/** The App of the path, as content knows it. */
export function contentScope({ tenantId, id, defaultLocale }: ManagedApp) {
  return { tenantId, appId: id, defaultLocale };
}
