import type { INestApplication } from '@nestjs/common';
import { AppsService } from '@libs/apps';
import { DEFAULT_TENANT_CODE, TenantsService } from '@libs/iam';

/** The id of the App that every installation starts with, for pages that a developer opens without naming one. */
export async function findDefaultApp(app: INestApplication): Promise<string | null> {
  const tenant = await app.get(TenantsService).findByCode(DEFAULT_TENANT_CODE);
  const found = tenant && (await app.get(AppsService).findDefault(tenant.id));
  return found?.id ?? null;
}
