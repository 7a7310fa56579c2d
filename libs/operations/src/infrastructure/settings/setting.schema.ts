import { entityOf } from '@libs/foundation';
import { Setting } from '../../domain/settings/setting';
import { setting } from '../../domain/settings/setting-fields';

export const SettingSchema = entityOf(Setting, setting, {
  table: 'settings',
  key: ['id'],
  columns: { createdAt: { createDate: true }, updatedAt: { updateDate: true } },
});
