import { field } from '@libs/kernel';
import { ActorResponse } from './actor-response.dto';
import { answer } from './answer';

class FieldErrorResponse extends answer({
  field: field.text().about('Path of the field, such as captcha.response.point.x').example('email'),
  code: field.text().about('Short reason').example('not_email'),
  message: field.text().about('The reason in the locale of the response').example('Must be an email address.'),
}) {}

/** Problem details (RFC 9457), served as application/problem+json. */
export class ErrorResponse extends answer({
  type: field.text().example('urn:appkernel:error:REQUEST.VALIDATION_FAILED'),
  title: field.text().about('English title, the same for each code').example('Validation failed'),
  status: field.integer(400, 599).example(422),
  detail: field
    .text()
    .about('Suggested remedy, in the locale of the response')
    .example('Some fields are not valid. Correct those listed in errors and send the request again.'),
  instance: field.text().about('Path of the request').example('/api/v1/auth/register'),
  code: field.text().about('Stable code; see docs/errors.md').example('REQUEST.VALIDATION_FAILED'),
  requestId: field.text().about('Identifies the request in the log').example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901'),
  errors: field
    .listOf(() => FieldErrorResponse, 20)
    .optional()
    .about('The invalid fields; only with 422'),
  failingChecks: field
    .texts()
    .optional()
    .about('The checks that fail; only with 503 of the readiness check')
    .example(['database']),
  requiredPermission: field
    .text()
    .optional()
    .about('The missing permission; only with IAM.PERMISSION.DENIED')
    .example('apps.write'),
  requiredScope: field
    .text()
    .optional()
    .about('The missing scope; only with IAM.SCOPE.DENIED')
    .example('notifications.submit'),
  currentLockVersion: field
    .count()
    .optional()
    .about('The current lock_version; only with RESOURCE.VERSION_CONFLICT')
    .example(3),
  updatedAt: field
    .instant()
    .optional()
    .about('Time of the last change; only with RESOURCE.VERSION_CONFLICT, and only for administrators'),
  updatedBy: field
    .actor()
    .told(() => ActorResponse)
    .optional()
    .about('Who made the last change; only with RESOURCE.VERSION_CONFLICT, and only for administrators'),
  field: field
    .text()
    .optional()
    .about('The field that cannot be changed; only with RESOURCE.IMMUTABLE_FIELD')
    .example('app_type'),
  fields: field
    .texts()
    .optional()
    .about('The fields fixed by publication; only with RELEASES.FROZEN')
    .example(['version_code']),
  currentVersion: field.count().optional().about('The current version; only with APPS.ONBOARDING.STALE').example(2),
  ids: field
    .texts()
    .optional()
    .about('The ids that stopped a batch: malformed with 422, in the way with 409')
    .example([]),
  maxBytes: field
    .count()
    .optional()
    .about('The maximum size in bytes; only with FILES.CONTENT.TOO_LARGE')
    .example(5242880),
  quotaBytes: field
    .count()
    .optional()
    .about('The storage quota in bytes; only with FILES.QUOTA.EXCEEDED')
    .example(53687091200),
  reason: field
    .text()
    .optional()
    .about('Why the content was refused; only with FILES.CONTENT.REFUSED')
    .example('broken_image'),
}) {}
