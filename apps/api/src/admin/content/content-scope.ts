import type { ManagedApp } from '@libs/apps';

/** The App of the path, as content knows it. */
export function contentScope({ tenantId, id, defaultLocale }: ManagedApp) {
  return { tenantId, appId: id, defaultLocale };
}

/** `app_id` of the path, for the document. */
export const APP_ID = {
  name: 'app_id',
  schema: { type: 'string', format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' },
} as const;
