import { domainEvent, type SupportedLocale } from '@libs/kernel';
import type { OtpRequest } from '../../domain/codes/otp-request';

/** Tells an owner that the address is already registered: in the saved locale, else in that of the request. */
export class AlreadyRegisteredMailDue extends domainEvent(
  'iam.already_registered_mail',
  ({ id }: OtpRequest, locale: SupportedLocale) => ({ request_id: id, locale }),
) {}
