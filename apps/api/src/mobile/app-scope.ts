import type { AppSnapshot } from '@libs/apps';

/** What the use cases of a member's surface need to know of the App. */
export function scopeOf(app: AppSnapshot): { tenantId: string; appId: string } {
  return { tenantId: app.tenantId, appId: app.id };
}
