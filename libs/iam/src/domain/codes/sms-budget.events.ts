import type { DomainEvent } from '@libs/kernel';

/** The type of event on which the operators of an App are warned. */
export const SMS_BUDGET_ALERT = 'sms.budget_alert';

/**
 * An App has used four fifths of its daily codes by SMS, or of its share for numbers without an account. Once a day.
 */
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
