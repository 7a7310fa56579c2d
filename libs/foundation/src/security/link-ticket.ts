/** The query parameters of a signed link. */
export interface LinkTicket {
  /** Seconds since 1970. */
  readonly expires: number;
  /** 32 bytes in base64url. */
  readonly signature: string;
}
