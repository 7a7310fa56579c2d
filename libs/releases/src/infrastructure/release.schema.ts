import { entityOf } from '@libs/foundation';
import { Release } from '../domain/release';
import { release } from '../domain/release-settings';

/** PostgreSQL returns exact numbers as text. */
const percent = { from: Number, to: (value: number) => value };

/** The objects in jsonb columns are kept as the domain has them, with camelCase keys. */
export const ReleaseSchema = entityOf(Release, release, {
  table: 'releases',
  key: ['tenantId', 'id'],
  columns: {
    rolloutPercent: { precision: 5, scale: 2, transformer: percent },
    createdAt: { createDate: true },
    updatedAt: { updateDate: true },
  },
});
