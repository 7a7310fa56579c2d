import { EntitySchema } from 'typeorm';
import { Setting } from '../../domain/settings/setting';

export const SettingSchema = new EntitySchema<Setting>({
  name: 'Setting',
  target: Setting,
  tableName: 'settings',
  columns: {
    id: { type: 'uuid', primary: true },
    scope: { type: 'text' },
    tenantId: { type: 'uuid', name: 'tenant_id', nullable: true },
    appId: { type: 'uuid', name: 'app_id', nullable: true },
    key: { type: 'text' },
    value: { type: 'jsonb', nullable: true },
    secretValue: { type: 'text', name: 'secret_value', nullable: true },
    valueType: { type: 'text', name: 'value_type' },
    isPublic: { type: 'boolean', name: 'is_public' },
    isSecret: { type: 'boolean', name: 'is_secret' },
    status: { type: 'text' },
    description: { type: 'text', nullable: true },
    lockVersion: { type: 'integer', name: 'lock_version' },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
    updatedAt: { type: 'timestamptz', name: 'updated_at', updateDate: true },
  },
});
