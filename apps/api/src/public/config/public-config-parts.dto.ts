import {
  app,
  CAPTCHA_SCENES,
  CAPTCHA_TYPES,
  type CaptchaScene,
  type CaptchaType,
  maintenance,
  MAX_SLIDES,
  registration,
  support,
} from '@libs/apps';
import { DOCUMENT_TYPES } from '@libs/content';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@libs/iam';
import { field, only } from '@libs/kernel';
import type { MinimumVersions } from '@libs/releases';
import { answer } from '../../http/answers/answer';

const imageUrl = field
  .url()
  .about('Absolute URL of the image, which needs no headers')
  .example(
    'https://api.example.com/api/v1/public/startup-assets/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902?app_id=0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901',
  );
const REVISION_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export class AppPublicConfigApp extends answer({
  ...only(app, 'id', 'name', 'appType', 'description'),
  iconUrl: imageUrl.nullable(),
}) {}

export class AppPublicConfigLocale extends answer({
  current: field.locale().about('The locale of this answer'),
  default: field.locale(),
  supported: field.locales(),
}) {}

export class AppPublicConfigSlide extends answer({
  imageUrl,
  title: field.text().example('Welcome'),
  description: field.text().example('Everything around the corner'),
}) {}

export class AppPublicConfigOnboarding extends answer({
  version: field.count().about('The published version, 0 before the first').example(1),
  enabled: field.flag(),
  slides: field.listOf(() => AppPublicConfigSlide, MAX_SLIDES),
}) {}

export class AppPublicConfigRegistration extends answer(only(registration, 'emailEnabled', 'mobileEnabled')) {}

export class AppPublicConfigPasswordPolicy extends answer({
  minLength: field.integer(1).about('Minimum length of a password in Unicode code points').example(PASSWORD_MIN_LENGTH),
  maxLength: field.integer(1).about('Maximum length of a password in Unicode code points').example(PASSWORD_MAX_LENGTH),
}) {}

export class AppPublicConfigCaptcha extends answer({
  scenes: field
    .map<Readonly<Record<CaptchaScene, CaptchaType>>>({ type: 'string', enum: [...CAPTCHA_TYPES] })
    .about(`The type of CAPTCHA before an SMS, for each scene: ${CAPTCHA_SCENES.join(', ')}`)
    .example(Object.fromEntries(CAPTCHA_SCENES.map((scene) => [scene, 'random']))),
}) {}

export class AppPublicConfigLegalDocument extends answer({
  documentType: field.one('LegalDocumentType', DOCUMENT_TYPES),
  revisionHash: field.sha256().about('SHA-256, hex, of the published revision').example(REVISION_HASH),
  effectiveAt: field.instant().nullable().example('2026-12-01T00:00:00.000Z'),
}) {}

export class AppPublicConfigMaintenance extends answer({
  active: maintenance.active,
  message: field.text().nullable().example(null),
  until: maintenance.until.example(null),
}) {}

export class AppPublicConfigUpgrade extends answer({
  minSupported: field
    .map<MinimumVersions>({ type: 'integer' })
    .about('The least version_code that is still supported, by platform; platforms whose releases name none are absent')
    .example({ android: 100 }),
  maintenance: field.nested(() => AppPublicConfigMaintenance),
}) {}

export class AppPublicConfigSupport extends answer({
  ...only(support, 'email', 'url'),
  phone: field.text().nullable().example(null),
}) {}
