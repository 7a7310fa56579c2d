import type { Command } from './command';
import { IMPORT_UNI_UPGRADE } from './import-uni-upgrade';

export const COMMANDS: readonly Command[] = [IMPORT_UNI_UPGRADE];
