import type { ManagedApp } from '@libs/apps';

/** The App of the path, in the form that content needs. */
export function contentScope({ tenantId, id, defaultLocale }: ManagedApp) {
  return { tenantId, appId: id, defaultLocale };
}
