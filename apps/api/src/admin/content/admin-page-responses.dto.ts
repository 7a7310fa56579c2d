import { page, pageContent, pageDraft, pageRevision } from '@libs/content';
import { but, field, only } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';
import { removedImages } from './removed-images';

const draft = but(pageDraft, 'body');

export class AdminPageDraftSummaryResponse extends answer(draft) {}

export class AdminPageDraftResponse extends answer({ ...draft, body: pageDraft.body }) {}

export class AdminPagePublicationResponse extends answer(
  only(pageRevision, 'revision', 'revisionHash', 'publishedAt'),
) {}

/** The fields of a page besides its draft. */
const identity = {
  id: page.id.about('The id by which the audit log knows the page').example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'),
  ...only(page, 'key', 'reserved'),
  title: pageContent.title
    .nullable()
    .about('Title of the draft, else of what is published; null before the first draft'),
  published: field
    .nested(() => AdminPagePublicationResponse)
    .nullable()
    .about('The revision that readers see; null before the first publication'),
  ...only(page, 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
};

/** A page or legal document. */
export class AdminPageResponse extends answer({
  ...identity,
  draft: field
    .nested(() => AdminPageDraftResponse)
    .nullable()
    .about('The unpublished draft; null after a publication and until a draft is saved or a revision is restored'),
  removed: removedImages,
}) {}

export class AdminPageSummaryResponse extends answer({
  ...identity,
  draft: field
    .nested(() => AdminPageDraftSummaryResponse)
    .nullable()
    .about('The unpublished draft without its body; null if there is none'),
}) {}

export class AdminPageListResponse extends pageOf(AdminPageSummaryResponse) {}

/** A published revision of a page or legal document. It never changes. */
export class AdminPageRevisionResponse extends answer(but(pageRevision, 'tenantId', 'pageId')) {}

export class AdminPageRevisionListResponse extends pageOf(AdminPageRevisionResponse) {}
