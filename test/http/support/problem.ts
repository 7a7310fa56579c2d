import { SUPPORTED_LOCALES } from '@libs/kernel';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly FieldError[];
}

const MEMBERS = ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'];
/** Additional members of some codes. */
export const FURTHER_MEMBERS: ReadonlySet<string> = new Set([
  'current_lock_version',
  'current_version',
  'field',
  'fields',
  'ids',
  'max_bytes',
  'quota_bytes',
  'reason',
  'required_permission',
  'required_scope',
  'updated_at',
  'updated_by',
]);

const CODE = /^[A-Z][A-Z0-9_]*(\.[A-Z][A-Z0-9_]*)+$/;

const LOCALE = new RegExp(`^(?:${SUPPORTED_LOCALES.join('|')})$`);

/** Expects an ErrorResponse with all common details, and returns it. */
export function expectProblem(answer: Answer, status: number, code: string, extra: readonly string[] = []): Problem {
  return expectWhole(answer, status, code, extra);
}

/** The same for any refusal. */
export function expectAnyProblem(answer: Answer, extra: readonly string[] = []): Problem {
  return expectWhole(answer, answer.status, expect.stringMatching(CODE), extra);
}

/** In one comparison: to begin one takes as long as the comparison itself, and refusals are expected very often. */
function expectWhole(answer: Answer, status: number, code: unknown, extra: readonly string[]): Problem {
  const { headers } = answer;
  const problem = answer.body as Problem;
  const { errors = [] } = problem;
  // Whoever administers is also told who was faster.
  const isStale = extra.includes('current_lock_version') && problem.instance.startsWith('/admin-api/');
  const members = new Set([
    ...MEMBERS,
    ...(answer.status === 422 && problem.errors ? ['errors'] : []),
    ...(isStale ? ['updated_at', 'updated_by'] : []),
    ...extra,
  ]);
  expect({
    status: answer.status,
    headers,
    problem,
    members: Object.keys(problem).sort(),
    unsoundErrors: errors.filter((error) => !isSound(error)),
    hasTooManyErrors: errors.length > 20,
  }).toMatchObject({
    status,
    headers: {
      'content-type': 'application/problem+json',
      'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/),
      'cache-control': 'no-store',
      vary: expect.stringMatching(/Accept-Language, X-AppID$/),
      'content-language': expect.stringMatching(LOCALE),
      'x-content-type-options': 'nosniff',
    },
    problem: {
      type: `urn:appkernel:error:${problem.code}`,
      title: expect.stringMatching(/^[\x20-\x7e]+$/),
      status,
      detail: expect.stringMatching(/\S/),
      instance: expect.stringMatching(/^[/*]/),
      code,
      request_id: headers['x-request-id'],
    },
    members: [...members].sort(),
    unsoundErrors: [],
    hasTooManyErrors: false,
  });
  return problem;
}

function isSound(error: FieldError): boolean {
  const { code, field, message } = error;
  const members = Object.keys(error).sort().join();
  return members === 'code,field,message' && /^[a-z][a-z0-9_]*$/.test(code) && field.length <= 200 && message !== '';
}

/** The field paths with their codes, such as `email required`. */
export function reasons(body: unknown): string[] {
  return ((body as Problem).errors ?? []).map(({ field, code }) => `${field} ${code}`);
}
