import { EntitySchema } from 'typeorm';
import { StoredFile } from '../domain/stored-file';

export const StoredFileSchema = new EntitySchema<StoredFile>({
  name: 'StoredFile',
  target: StoredFile,
  tableName: 'files',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    id: { type: 'uuid', primary: true },
    purpose: { type: 'text' },
    appId: { type: 'uuid', name: 'app_id', nullable: true },
    filename: { type: 'text' },
    mediaType: { type: 'text', name: 'media_type' },
    sizeBytes: { type: 'integer', name: 'size_bytes' },
    sha256: { type: 'text' },
    image: { type: 'jsonb', nullable: true },
    scanStatus: { type: 'text', name: 'scan_status' },
    scanDetail: { type: 'text', name: 'scan_detail', nullable: true },
    detectedVersion: { type: 'text', name: 'detected_version', nullable: true },
    storageKey: { type: 'text', name: 'storage_key' },
    createdBy: { type: 'uuid', name: 'created_by', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
  },
});
