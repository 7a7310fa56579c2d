import { EntitySchema } from 'typeorm';
import { Dictionary } from '../../domain/dictionaries/dictionary';

export const DictionarySchema = new EntitySchema<Dictionary>({
  name: 'Dictionary',
  target: Dictionary,
  tableName: 'content_dictionaries',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    id: { type: 'uuid', primary: true },
    scope: { type: 'text' },
    appId: { type: 'uuid', name: 'app_id', nullable: true },
    code: { type: 'text' },
    name: { type: 'jsonb' },
    items: { type: 'jsonb' },
    isPublic: { type: 'boolean', name: 'is_public' },
    status: { type: 'text' },
    lockVersion: { type: 'integer', name: 'lock_version' },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
    updatedAt: { type: 'timestamptz', name: 'updated_at', updateDate: true },
  },
});
