import type { OnboardingRevisionDetails, PublishedOnboarding } from '@libs/apps';
import type { LocalizedText, Page } from '@libs/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { Flag, ListOf, Localized, LockVersion, Uuid } from '../../http/fields/fields';
import { type PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const MAX_SLIDES = 10;
const IMAGE_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902';

/** A text keyed by locale, as answers show it. */
const TEXT = {
  type: 'object',
  additionalProperties: { type: 'string' },
  example: { 'zh-CN': '欢迎', 'en-US': 'Welcome' },
} as const;

export class AdminAppOnboardingSlideRequest {
  @Uuid({ description: 'A clean file of the purpose onboarding_image', example: IMAGE_ID })
  readonly image_file_id!: string;

  @Localized({ max: 100 }, { description: 'At least in the App’s default locale' })
  readonly title!: LocalizedText;

  @Localized({ max: 500 }, { description: 'At least in the App’s default locale' })
  readonly description!: LocalizedText;
}

export class AdminAppOnboardingPublishRequest {
  @LockVersion({ min: 0, description: 'The published version as it was read, 0 before the first' })
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
  @ApiProperty({ format: 'uuid', example: IMAGE_ID })
  readonly image_file_id: string;

  @ApiProperty(TEXT)
  readonly title: LocalizedText;

  @ApiProperty(TEXT)
  readonly description: LocalizedText;

  constructor({ imageFileId, title, description }: PublishedOnboarding['slides'][number]) {
    this.image_file_id = imageFileId;
    this.title = title;
    this.description = description;
  }
}

/** What is published now. */
export class AdminAppOnboardingResponse {
  @ApiProperty({ type: 'integer', minimum: 0, description: '0 before the first publication', example: 1 })
  readonly published_version: number;

  @ApiProperty()
  readonly enabled: boolean;

  @ApiProperty({ type: () => [AdminAppOnboardingSlideResponse], maxItems: MAX_SLIDES })
  readonly slides: readonly AdminAppOnboardingSlideResponse[];

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly published_at: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The user', example: null })
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
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  readonly version: number;

  @ApiProperty()
  readonly enabled: boolean;

  @ApiProperty({ type: () => [AdminAppOnboardingSlideResponse], maxItems: MAX_SLIDES })
  readonly slides: readonly AdminAppOnboardingSlideResponse[];

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly published_at: string;

  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The user', example: null })
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
  @ApiProperty({ type: () => [AdminAppOnboardingRevisionResponse] })
  readonly items: readonly AdminAppOnboardingRevisionResponse[];

  constructor(query: PageQuery, { items, total }: Page<OnboardingRevisionDetails>) {
    super(query, total);
    this.items = items.map((revision) => new AdminAppOnboardingRevisionResponse(revision));
  }
}
