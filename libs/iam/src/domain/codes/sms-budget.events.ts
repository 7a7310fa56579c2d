import type { DomainEvent } from '@libs/kernel';

/** The type of event that has the operators of an App warned. */
export const SMS_BUDGET_ALERT = 'sms.budget_alert';

/** An App has used four fifths of its codes by SMS of the day, or of those without an account: once a day. */
export class SmsBudgetRanLow implements DomainEvent {
  readonly type = SMS_BUDGET_ALERT;
  readonly tenantId: string;
  readonly appId: string;

  /** @param data how many were sent, and how many may be. */
  constructor(
    { tenantId, appId }: { tenantId: string; appId: string },
    readonly data: Readonly<Record<string, number>>,
  ) {
    this.tenantId = tenantId;
    this.appId = appId;
  }
}
