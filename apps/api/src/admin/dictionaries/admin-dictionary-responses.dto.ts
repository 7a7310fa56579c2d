import { dictionary, dictionaryItem, MAX_DICTIONARY_ITEMS } from '@libs/content';
import { but, field } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';

export class AdminDictionaryItemResponse extends answer(dictionaryItem) {}

const summary = { ...but(dictionary, 'tenantId', 'items'), updatedBy };

export class AdminDictionaryResponse extends answer({
  ...summary,
  items: field
    .listOf(() => AdminDictionaryItemResponse, MAX_DICTIONARY_ITEMS)
    .about('The items in the order in which they were written'),
}) {}

export class AdminDictionarySummaryResponse extends answer({
  ...summary,
  itemCount: field.count().about('Number of items').example(4),
}) {}

export class AdminDictionaryListResponse extends pageOf(AdminDictionarySummaryResponse) {}
