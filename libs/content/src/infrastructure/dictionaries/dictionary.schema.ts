import { entityOf } from '@libs/foundation';
import { Dictionary, dictionary } from '../../domain/dictionaries/dictionary';

export const DictionarySchema = entityOf(Dictionary, dictionary, {
  table: 'content_dictionaries',
  key: ['tenantId', 'id'],
  columns: { createdAt: { createDate: true }, updatedAt: { updateDate: true } },
});
