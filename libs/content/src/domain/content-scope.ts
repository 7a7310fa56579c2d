/** The App that the content belongs to. */
export interface ContentScope {
  readonly tenantId: string;
  readonly appId: string;
}
