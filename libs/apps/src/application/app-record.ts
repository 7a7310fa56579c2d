import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '@libs/foundation';
import { namesOf, withWireNames } from '@libs/kernel';
import type { App } from '../domain/app';
import { DEFAULT_CAPTCHA, DEFAULT_REGISTRATION, DEFAULT_UPGRADE, type OnboardingSlide } from '../domain/app-settings';
import type { OnboardingContent } from '../domain/onboarding-revision';
import { AppSchema } from '../infrastructure/app.schema';

/** What nobody decides about an App, or what has a record of its own. */
const UNRECORDED = [
  'tenantId',
  'id',
  'isDefault',
  'onboardingVersion',
  'lockVersion',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const;
const FIELDS = fieldsOf(AppSchema, { without: UNRECORDED });
const REGISTRATION_FIELDS = namesOf(DEFAULT_REGISTRATION);
const CAPTCHA_FIELDS = namesOf(DEFAULT_CAPTCHA);
const UPGRADE_FIELDS = namesOf(DEFAULT_UPGRADE);

/**
 * What administrators decide about an App, with the keys of the wire: every column that is not left out above, in the
 * order of the schema. The audit log tells changes in this order.
 */
export function recordOf(app: App): Readonly<Record<string, unknown>> {
  return {
    ...withWireNames(app, FIELDS),
    registration: withWireNames(app.registration, REGISTRATION_FIELDS),
    captcha: withWireNames(app.captcha, CAPTCHA_FIELDS),
    upgrade: withWireNames(app.upgrade, UPGRADE_FIELDS),
  };
}

/** The names of the fields that are not what they were. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

/** The published onboarding with the keys of the wire. */
export function onboardingRecordOf(version: number, { enabled, slides }: OnboardingContent): object {
  const slideRecord = ({ imageFileId, title, description }: OnboardingSlide) => ({
    image_file_id: imageFileId,
    title,
    description,
  });
  return { startup: { onboarding: { published_version: version, enabled, slides: slides.map(slideRecord) } } };
}
