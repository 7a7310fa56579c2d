import { DEFAULT_TENANT_CODE } from '@libs/iam';
import { field, SUPPORTED_LOCALES } from '@libs/kernel';
import { answer } from '../http/answers/answer';

export class ConsoleEnvironmentResponse extends answer({
  version: field.text().example('0.1.0'),
  commit: field.text().nullable().about('The commit that the program was built from').example(null),
  environment: field.one('ConsoleEnvironment', ['development', 'production']).example('development'),
  mail: field
    .one('ConsoleMail', ['smtp', 'outbox'])
    .about('Whether mails are sent by SMTP, or kept in the outbox of the development mode'),
  sms: field
    .one('ConsoleSms', ['gateway', 'outbox'])
    .about('Whether SMS are sent by a gateway, or kept in the outbox of the development mode'),
  docs: field.flag().about('Whether Swagger UI and the guide are served'),
  defaultTenantCode: field.text().example(DEFAULT_TENANT_CODE),
  locales: field.locales().example(SUPPORTED_LOCALES),
}) {}
