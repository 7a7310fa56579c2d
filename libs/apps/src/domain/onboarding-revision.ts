import { field, fields, having, type ValuesOf } from '@libs/kernel';

export const MAX_SLIDES = 10;

/** One screen of the onboarding, shown at the App's first start. */
export const onboardingSlide = fields({
  imageFileId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  title: field.localized(100).example({ 'zh-CN': '欢迎', 'en-US': 'Welcome' }),
  description: field.localized(500).example({ 'zh-CN': '欢迎', 'en-US': 'Welcome' }),
});
export type OnboardingSlide = ValuesOf<typeof onboardingSlide>;

export const onboardingRevision = fields({
  tenantId: field.uuid(),
  appId: field.uuid(),
  version: field.integer(1).example(1),
  enabled: field.flag(),
  slides: field.json<readonly OnboardingSlide[]>(),
  /** Set by the database. */
  publishedAt: field.instant(),
  publishedBy: field.uuid().nullable().about('The user or API client who published the revision').example(null),
});

export type OnboardingContent = Pick<OnboardingRevision, 'enabled' | 'slides'>;

/** One published onboarding of an App. Never changed afterwards: the database refuses. */
export class OnboardingRevision extends having(onboardingRevision) {}
