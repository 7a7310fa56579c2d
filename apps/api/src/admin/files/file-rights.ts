import type { FilesService } from '@libs/files';
import { type AdminSession, type Permission, PermissionDeniedError } from '@libs/iam';

export const DELETES_ANY: Permission = 'files.delete';

/** Without that permission one may delete what one has uploaded. @throws PermissionDeniedError for anything else. */
export async function expectMayDelete(
  files: FilesService,
  { tenantId, userId, permissions }: AdminSession,
  ids: readonly string[],
): Promise<void> {
  if (permissions.has(DELETES_ANY) || (await files.areUploadedBy(tenantId, ids, userId))) return;
  throw new PermissionDeniedError({ extra: { required_permission: DELETES_ANY } });
}
