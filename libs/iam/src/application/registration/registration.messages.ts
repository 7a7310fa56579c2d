import type { DomainEvent, SupportedLocale } from '@libs/kernel';
import type { OtpRequest } from '../../domain/codes/otp-request';

/** The type of outbox message that tells an owner that the address is already registered. */
export const ALREADY_REGISTERED_MAIL = 'iam.already_registered_mail';

export class AlreadyRegisteredMailDue implements DomainEvent {
  readonly type = ALREADY_REGISTERED_MAIL;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param locale saved by the owner of the address, else that of the request. */
  constructor({ tenantId, appId, id }: OtpRequest, locale: SupportedLocale) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { request_id: id, locale };
  }
}
