import { AFTER_RESTORE } from './after-restore';
import { AWAIT_RELAYS } from './await-relays';
import type { Command } from './command';
import { CREATE_ADMIN } from './create-admin';
import { IMPORT_REGIONS } from './import-regions';
import { IMPORT_UNI_ID } from './import-uni-id';
import { IMPORT_UNI_UPGRADE } from './import-uni-upgrade';
import { REDRIVE_DEAD_LETTERS } from './redrive-dead-letters';
import { RESCUE_ADMIN } from './rescue-admin';
import { ROTATE_KEYS } from './rotate-keys';
import { TENANT_USAGE } from './tenant-usage';
import { VERIFY_AUDIT } from './verify-audit';
import { VERIFY_FILES } from './verify-files';

export const COMMANDS: readonly Command[] = [
  AFTER_RESTORE,
  AWAIT_RELAYS,
  CREATE_ADMIN,
  IMPORT_REGIONS,
  IMPORT_UNI_ID,
  IMPORT_UNI_UPGRADE,
  REDRIVE_DEAD_LETTERS,
  RESCUE_ADMIN,
  ROTATE_KEYS,
  TENANT_USAGE,
  VERIFY_AUDIT,
  VERIFY_FILES,
];
