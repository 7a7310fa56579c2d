import { REVISION_ORDER } from '@libs/content';
import { PageQuery, Sort } from './admin-requests.dto';

/** The page of a list of revisions. */
export class RevisionListQuery extends PageQuery {
  @Sort(REVISION_ORDER)
  override readonly sort?: string;
}
