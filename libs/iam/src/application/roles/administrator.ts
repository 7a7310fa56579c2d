/** Who asks, as far as rules about administrators must know. */
export interface Administrator {
  /** The tenant that the request acts in. */
  readonly tenantId: string;
  readonly permissions: ReadonlySet<string>;
}
