import { AppQueries, MAX_SLIDES, onboardingRevision, onboardingSlide, type PublishedOnboarding } from '@libs/apps';
import { field, only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Flag, ListOf, LockVersion } from '../../http/fields/fields';
import { Reason } from '../../http/fields/reason';
import { newRequest } from '../../http/fields/request';
import { PageQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

export class AdminAppOnboardingSlideRequest extends newRequest({
  imageFileId: onboardingSlide.imageFileId.about('A clean file with the purpose `onboarding_image`'),
  title: onboardingSlide.title.about('At least in the App’s default locale'),
  description: onboardingSlide.description.about('At least in the App’s default locale'),
}) {}

export class AdminAppOnboardingPublishRequest {
  @LockVersion({ min: 0, description: 'The published version that the client read, 0 before the first' })
  readonly expected_version!: number;

  @Flag()
  readonly enabled!: boolean;

  @ListOf(() => AdminAppOnboardingSlideRequest, { max: MAX_SLIDES })
  readonly slides!: AdminAppOnboardingSlideRequest[];

  @Reason()
  readonly reason?: string | null;

  content() {
    return { enabled: this.enabled, slides: this.slides.map((slide) => slide.values()) };
  }
}

export class AdminAppOnboardingSlideResponse extends answer(onboardingSlide) {}

const slides = field.listOf(() => AdminAppOnboardingSlideResponse, MAX_SLIDES);

/** The published onboarding. */
export class AdminAppOnboardingResponse extends answer({
  publishedVersion: field.count().about('0 before the first publication').example(1),
  enabled: onboardingRevision.enabled,
  slides,
  publishedAt: onboardingRevision.publishedAt.nullable(),
  publishedBy: onboardingRevision.publishedBy,
}) {
  constructor(published: PublishedOnboarding) {
    super({ ...published, publishedVersion: published.version });
  }
}

export class AdminAppOnboardingRevisionResponse extends answer({
  ...only(onboardingRevision, 'version', 'enabled'),
  slides,
  ...only(onboardingRevision, 'publishedAt', 'publishedBy'),
}) {}

export class AdminAppOnboardingRevisionListQuery extends PageQuery {
  @Sort(AppQueries.revisionOrder)
  override readonly sort?: string;
}

export class AdminAppOnboardingRevisionListResponse extends pageOf(AdminAppOnboardingRevisionResponse) {}
