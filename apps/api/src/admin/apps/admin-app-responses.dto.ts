import { app, type AppDetails, captcha, content, mail, maintenance, registration, support, upgrade } from '@libs/apps';
import { but, field } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';
import { AdminAppOnboardingResponse } from './admin-app-onboarding.dto';

export class AdminAppRegistrationResponse extends answer(registration) {}

export class AdminAppCaptchaResponse extends answer(captcha) {}

export class AdminAppMaintenanceResponse extends answer({
  ...maintenance,
  message: maintenance.message.example(null),
  until: maintenance.until.example(null),
}) {}

export class AdminAppUpgradeResponse extends answer({
  ...upgrade,
  maintenance: field.nested(() => AdminAppMaintenanceResponse),
}) {}

export class AdminAppSupportResponse extends answer(support) {}

export class AdminAppMailResponse extends answer(mail) {}
export class AdminAppContentResponse extends answer(content) {}

export class AdminAppStartupResponse extends answer({
  onboarding: field.nested(() => AdminAppOnboardingResponse),
}) {}

/** An App with the number of its active members. */
type CountedApp = AppDetails & { readonly memberCount: number };

export class AdminAppResponse extends answer({
  ...but(
    app,
    ...(['tenantId', 'onboardingVersion', 'lockVersion', 'createdAt', 'updatedAt', 'updatedBy', 'deletedAt'] as const),
  ),
  registration: field.nested(() => AdminAppRegistrationResponse),
  captcha: field.nested(() => AdminAppCaptchaResponse),
  upgrade: field.nested(() => AdminAppUpgradeResponse),
  support: field.nested(() => AdminAppSupportResponse),
  mail: field.nested(() => AdminAppMailResponse),
  content: field.nested(() => AdminAppContentResponse),
  startup: field.nested(() => AdminAppStartupResponse),
  memberCount: field.count().about('Number of active members').example(0),
  lockVersion: app.lockVersion,
  createdAt: app.createdAt,
  updatedAt: app.updatedAt,
  updatedBy,
}) {
  constructor(app: CountedApp) {
    super({ ...app, startup: app });
  }
}

export class AdminAppListResponse extends pageOf(AdminAppResponse) {}
