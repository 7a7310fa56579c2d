/** What a signed link carries in its query. */
export interface LinkTicket {
  /** Seconds since 1970. */
  readonly expires: number;
  /** 32 bytes in base64url. */
  readonly signature: string;
}
