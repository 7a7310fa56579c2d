import type { PublishedOnboarding } from '@libs/apps';
import { field, type LocalizedText } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Flag, ListOf, Localized, LockVersion, Uuid } from '../../http/fields/fields';
import { pageOf } from '../common/admin-responses.dto';

const MAX_SLIDES = 10;
const IMAGE_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902';

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

export class AdminAppOnboardingSlideResponse extends answer({
  imageFileId: field.uuid().example(IMAGE_ID),
  title: field.localized().example({ 'zh-CN': '欢迎', 'en-US': 'Welcome' }),
  description: field.localized().example({ 'zh-CN': '欢迎', 'en-US': 'Welcome' }),
}) {}

/** The published onboarding. */
export class AdminAppOnboardingResponse extends answer({
  publishedVersion: field.count().about('0 before the first publication').example(1),
  enabled: field.flag(),
  slides: field.listOf(() => AdminAppOnboardingSlideResponse, MAX_SLIDES),
  publishedAt: field.instant().nullable(),
  publishedBy: field.uuid().nullable().about('The user who published the revision').example(null),
}) {
  constructor({ version, enabled, slides, publishedAt, publishedBy }: PublishedOnboarding) {
    super({ enabled, slides, publishedAt, publishedBy, publishedVersion: version });
  }
}

export class AdminAppOnboardingRevisionResponse extends answer({
  version: field.integer(1).example(1),
  enabled: field.flag(),
  slides: field.listOf(() => AdminAppOnboardingSlideResponse, MAX_SLIDES),
  publishedAt: field.instant(),
  publishedBy: field.uuid().nullable().about('The user who published the revision').example(null),
}) {}

export class AdminAppOnboardingRevisionListResponse extends pageOf(AdminAppOnboardingRevisionResponse) {}
