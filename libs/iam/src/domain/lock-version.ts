import { VersionConflictError } from '@libs/kernel';

/** @throws VersionConflictError when somebody changed the resource since it was read. */
export function expectVersion({ lockVersion }: { readonly lockVersion: number }, expected: number): void {
  if (lockVersion !== expected) throw new VersionConflictError({ extra: { current_lock_version: lockVersion } });
}
