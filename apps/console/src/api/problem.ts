interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** Who changed a record last, as a conflict tells it. */
interface Changer {
  readonly type: string;
  readonly id: string | null;
  readonly display_name: string | null;
}

/** What some problems carry beside the members that all of them have. */
interface ProblemExtras {
  readonly current_lock_version?: number;
  readonly current_version?: number;
  readonly updated_at?: string;
  readonly updated_by?: Changer | null;
  readonly ids?: readonly string[];
  readonly required_permission?: string;
  readonly max_bytes?: number;
  readonly quota_bytes?: number;
  readonly reason?: string;
  readonly fields?: readonly string[];
  readonly [name: string]: unknown;
}

/** No answer came: the network is down, or the server is. */
export const UNREACHABLE = 'CONSOLE.UNREACHABLE';
/** An answer that is none of the API, as of a proxy in between. */
const UNREADABLE = 'CONSOLE.UNREADABLE';

/** An answer that is no success, whatever its form: RFC 9457 from the API, or none at all. */
export class Problem extends Error {
  override readonly name = 'Problem';

  private constructor(
    readonly status: number,
    readonly code: string,
    /** In the language of the page, telling what to do; empty where no answer of the API came. */
    readonly detail: string,
    readonly errors: readonly FieldError[],
    readonly request_id: string | null,
    /** Seconds to wait before the next attempt, where the server names them. */
    readonly retryAfter: number | null,
    readonly extras: ProblemExtras,
  ) {
    super(detail === '' ? code : `${code}: ${detail}`);
  }

  static unreachable(): Problem {
    return new Problem(0, UNREACHABLE, '', [], null, null, {});
  }

  /** Of a write that is not sent at all. */
  static onlyLooking(detail: string): Problem {
    return new Problem(403, 'CONSOLE.ONLY_LOOKING', detail, [], null, null, {});
  }

  /** @param body what `JSON.parse` made of the answer, or its text. */
  static from(status: number, body: unknown, header: (name: string) => string | null): Problem {
    const retryAfter = Number.parseInt(header('Retry-After') ?? '', 10);
    const wait = Number.isNaN(retryAfter) ? null : retryAfter;
    const requestId = header('X-Request-ID');
    if (!isRecord(body) || typeof body['code'] !== 'string') {
      return new Problem(status, UNREADABLE, '', [], requestId, wait, {});
    }
    const {
      type: _,
      title: _title,
      status: _status,
      detail,
      instance: _path,
      code,
      request_id,
      errors,
      ...extras
    } = body;
    return new Problem(
      status,
      code,
      typeof detail === 'string' ? detail : '',
      Array.isArray(errors) ? errors.filter(isFieldError) : [],
      typeof request_id === 'string' ? request_id : requestId,
      wait,
      extras,
    );
  }

  /** The same problem with some of its errors only. */
  withErrors(errors: readonly FieldError[]): Problem {
    const { status, code, detail, request_id, retryAfter, extras } = this;
    return new Problem(status, code, detail, errors, request_id, retryAfter, extras);
  }

  /** Whether the same request may succeed a little later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && ['field', 'code', 'message'].every((name) => typeof value[name] === 'string');
}
