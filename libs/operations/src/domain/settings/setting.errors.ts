import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class SettingLimitError extends domainError(
  'conflict',
  'OPERATIONS.SETTING.TOO_MANY',
  'Too many settings',
  TEXTS,
) {}

export class SettingSizeError extends domainError(
  'conflict',
  'OPERATIONS.SETTING.NO_ROOM',
  'No room for the setting',
  TEXTS,
) {}
