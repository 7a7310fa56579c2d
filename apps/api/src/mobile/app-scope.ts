import type { AppSnapshot } from '@libs/apps';

/** The App in the form that use cases of members need. */
export function scopeOf(app: AppSnapshot): { tenantId: string; appId: string } {
  return { tenantId: app.tenantId, appId: app.id };
}
