import { domainEvent } from '@libs/kernel';

/**
 * An App has used four fifths of its daily codes by SMS, or of its share for numbers without an account. Once a day. Tells
 * its operators how many were sent, and how many may be.
 */
export class SmsBudgetRanLow extends domainEvent(
  'sms.budget_alert',
  (_app: { readonly tenantId: string; readonly appId: string }, figures: Readonly<Record<string, number>>) => figures,
) {}
