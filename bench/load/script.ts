/** One request as it goes over the wire. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a generator of load sends, over and over. It crosses the border of a process. */
export interface Script {
  readonly requests: readonly WireRequest[];
  /** The only one that is no failure. */
  readonly status: 200 | 201 | 304;
  /** The next time the body brings the refresh token that was answered: each can be used once. */
  readonly followsRefreshTokens?: boolean;
  /** Passes what is answered 503, which a machine that is busy with other work may bring about, and counts it. */
  readonly isPatient?: boolean;
}

/** Until the one or the other is reached. */
export interface Amount {
  readonly seconds: number;
  readonly requests: number;
}

export interface LoadResult {
  readonly requests: number;
  /** Answered 503, beside these. */
  readonly refused: number;
  readonly seconds: number;
  /** Microseconds. */
  readonly p50: number;
  readonly p99: number;
}

export type LoadOrder =
  | { readonly kind: 'prepare'; readonly url: string; readonly connections: number; readonly script: Script }
  | { readonly kind: 'run'; readonly amount: Amount };

export type LoadReport =
  | { readonly kind: 'prepared' }
  | { readonly kind: 'done'; readonly result: LoadResult }
  | { readonly kind: 'failed'; readonly reason: string };
