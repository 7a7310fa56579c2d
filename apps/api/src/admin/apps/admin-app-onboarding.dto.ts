import type { OnboardingRevisionDetails, PublishedOnboarding } from '@libs/apps';
import type { LocalizedText, ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { Flag, ListOf, Localized, LockVersion, Uuid } from '../../http/fields/fields';
import { type PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const MAX_SLIDES = 10;
const IMAGE_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902';
const TEXT = { example: { 'zh-CN': '欢迎', 'en-US': 'Welcome' } } as const;

export class AdminAppOnboardingSlideRequest {
  @Uuid({ description: 'A clean file with the purpose `onboarding_image`', example: IMAGE_ID })
  readonly image_file_id!: string;

  @Localized(
    { max: 100 },
    { description: 'At least in the App’s default locale', example: { 'zh-CN': '欢迎', 'en-US': 'Welcome' } },
  )
  readonly title!: LocalizedText;

  @Localized(
    { max: 500 },
    { description: 'At least in the App’s default locale', example: { 'zh-CN': '欢迎', 'en-US': 'Welcome' } },
  )
  readonly description!: LocalizedText;
}

export class AdminAppOnboardingPublishRequest {
  @LockVersion({ min: 0, description: 'The published version that the client read, 0 before the first' })
  readonly expected_version!: number;

  @Flag()
  readonly enabled!: boolean;

  @ListOf(() => AdminAppOnboardingSlideRequest, { max: MAX_SLIDES })
  readonly slides!: AdminAppOnboardingSlideRequest[];

  content() {
    const slides = this.slides.map(({ image_file_id: imageFileId, title, description }) => ({
      imageFileId,
      title,
      description,
    }));
    return { enabled: this.enabled, slides };
  }
}

export class AdminAppOnboardingSlideResponse {
  @Answer.Uuid({ example: IMAGE_ID })
  readonly image_file_id: string;

  @Answer.Localized(TEXT)
  readonly title: LocalizedText;

  @Answer.Localized(TEXT)
  readonly description: LocalizedText;

  constructor({ imageFileId, title, description }: PublishedOnboarding['slides'][number]) {
    this.image_file_id = imageFileId;
    this.title = title;
    this.description = description;
  }
}

/** The published onboarding. */
export class AdminAppOnboardingResponse {
  @Answer.Count({ description: '0 before the first publication', example: 1 })
  readonly published_version: number;

  @Answer.Flag()
  readonly enabled: boolean;

  @Answer.ListOf(() => AdminAppOnboardingSlideResponse, { max: MAX_SLIDES })
  readonly slides: readonly AdminAppOnboardingSlideResponse[];

  @Answer.Instant({ nullable: true })
  readonly published_at: string | null;

  @Answer.Uuid({ nullable: true, description: 'The user who published the revision', example: null })
  readonly published_by: string | null;

  constructor({ version, enabled, slides, publishedAt, publishedBy }: PublishedOnboarding) {
    this.published_version = version;
    this.enabled = enabled;
    this.slides = slides.map((slide) => new AdminAppOnboardingSlideResponse(slide));
    this.published_at = publishedAt?.toISOString() ?? null;
    this.published_by = publishedBy;
  }
}

export class AdminAppOnboardingRevisionResponse {
  @Answer.Integer({ min: 1, example: 1 })
  readonly version: number;

  @Answer.Flag()
  readonly enabled: boolean;

  @Answer.ListOf(() => AdminAppOnboardingSlideResponse, { max: MAX_SLIDES })
  readonly slides: readonly AdminAppOnboardingSlideResponse[];

  @Answer.Instant()
  readonly published_at: string;

  @Answer.Uuid({ nullable: true, description: 'The user who published the revision', example: null })
  readonly published_by: string | null;

  constructor({ version, enabled, slides, publishedAt, publishedBy }: OnboardingRevisionDetails) {
    this.version = version;
    this.enabled = enabled;
    this.slides = slides.map((slide) => new AdminAppOnboardingSlideResponse(slide));
    this.published_at = publishedAt.toISOString();
    this.published_by = publishedBy;
  }
}

export class AdminAppOnboardingRevisionListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminAppOnboardingRevisionResponse)
  readonly items: readonly AdminAppOnboardingRevisionResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<OnboardingRevisionDetails>) {
    super(query, total);
    this.items = items.map((revision) => new AdminAppOnboardingRevisionResponse(revision));
  }
}
