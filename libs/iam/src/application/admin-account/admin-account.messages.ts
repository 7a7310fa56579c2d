import type { DomainEvent } from '@libs/kernel';

/** The type of outbox message that has a worker check who asked for a reset. */
export const PASSWORD_RESET_REQUESTED = 'iam.password_reset_requested';

export class PasswordResetRequested implements DomainEvent {
  readonly type = PASSWORD_RESET_REQUESTED;
  readonly appId = null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    readonly tenantId: string,
    requestId: string,
  ) {
    this.data = { request_id: requestId };
  }
}
