/** The App that messages belong to. */
export interface NotificationScope {
  readonly tenantId: string;
  readonly appId: string;
}
