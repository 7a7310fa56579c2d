import { ManagedPages, MAX_SLUG_LENGTH, pageContent, SLUG } from '@libs/content';
import { field } from '@libs/kernel';
import { newRequest } from '../../http/fields/request';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';

export class AdminPageListQuery extends SearchQuery {
  @Sort(ManagedPages.order)
  override readonly sort?: string;

  @Ids('pages or legal documents')
  override readonly ids?: string[];
}

export class AdminPageRequest extends newRequest({
  slug: field
    .text(MAX_SLUG_LENGTH, { pattern: SLUG, patternCode: 'not_slug' })
    .about('Unique within the App; never changed afterwards')
    .example('delivery'),
}) {}

export class AdminPageDraftRequest extends newRequest({ lockVersion: field.lockVersion(), ...pageContent }) {}
