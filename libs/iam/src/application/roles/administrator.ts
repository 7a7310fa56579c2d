/** The acting administrator, as far as rules about administrators need to know. */
export interface Administrator {
  /** The tenant that the request acts in. */
  readonly tenantId: string;
  readonly permissions: ReadonlySet<string>;
}
