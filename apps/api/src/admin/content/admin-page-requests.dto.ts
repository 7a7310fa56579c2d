import { BODY_FORMATS, type BodyFormat, MAX_BODY_BYTES, MAX_SLUG_LENGTH, MAX_TITLE_LENGTH, SLUG } from '@libs/content';
import type { LocalizedText } from '@libs/kernel';
import { Instant, Localized, OneOf, Text } from '../../http/fields/fields';
import { LockVersionRequest } from '../common/admin-requests.dto';

export class AdminPageRequest {
  @Text(
    { max: MAX_SLUG_LENGTH, pattern: SLUG, patternCode: 'not_slug' },
    { description: 'Unique within the App; never changed afterwards', example: 'delivery' },
  )
  readonly slug!: string;
}

export class AdminPageDraftRequest extends LockVersionRequest {
  @Localized(
    { max: MAX_TITLE_LENGTH },
    {
      description: 'At least in the default locale of the App',
      example: { 'zh-CN': '配送说明', 'en-US': 'Delivery' },
    },
  )
  readonly title!: LocalizedText;

  @Localized(
    { max: MAX_BODY_BYTES },
    {
      description: `At least in the default locale of the App; at most ${MAX_BODY_BYTES} bytes in each language. HTML is sanitised.`,
      example: { 'zh-CN': '# 配送说明', 'en-US': '# Delivery' },
    },
  )
  readonly body!: LocalizedText;

  @OneOf('BodyFormat', BODY_FORMATS)
  readonly body_format!: BodyFormat;

  @Instant({ optional: true, nullable: true, description: 'Effective date as shown to readers; null for none' })
  readonly effective_at?: string | null;

  /** The content in the form of the domain. */
  content() {
    const effectiveAt = this.effective_at ? new Date(this.effective_at) : null;
    return { title: this.title, body: this.body, bodyFormat: this.body_format, effectiveAt };
  }
}
