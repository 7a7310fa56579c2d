import { error } from '../../locales/texts';

export class SettingLimitError extends error('conflict', 'OPERATIONS.SETTING.TOO_MANY', 'Too many settings') {}

export class SettingSizeError extends error('conflict', 'OPERATIONS.SETTING.NO_ROOM', 'No room for the setting') {}
