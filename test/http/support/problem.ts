import { SUPPORTED_LOCALES } from '@libs/kernel';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
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
]);

const CODE = /^[A-Z][A-Z0-9_]*(\.[A-Z][A-Z0-9_]*)+$/;

/** Expects an ErrorResponse with all common details, and returns it. */
export function expectProblem(answer: Answer, status: number, code: string, extra: readonly string[] = []): Problem {
  const problem = expectAnyProblem(answer, extra);
  expect({ status: answer.status, code: problem.code }).toEqual({ status, code });
  return problem;
}

/** The same for any refusal. */
export function expectAnyProblem({ status, headers, body }: Answer, extra: readonly string[] = []): Problem {
  const problem = body as Problem;
  expect(headers['content-type']).toBe('application/problem+json');
  const members = [...MEMBERS, ...(status === 422 && problem.errors ? ['errors'] : []), ...extra];
  expect(Object.keys(problem).sort()).toEqual(members.sort());
  expect(problem).toMatchObject({
    type: `urn:appkernel:error:${problem.code}`,
    title: expect.stringMatching(/^[\x20-\x7e]+$/),
    status,
    detail: expect.stringMatching(/\S/),
    instance: expect.stringMatching(/^[/*]/),
    code: expect.stringMatching(CODE),
    request_id: headers['x-request-id'],
  });
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['vary']).toMatch(/Accept-Language, X-AppID$/);
  expect(SUPPORTED_LOCALES).toContain(headers['content-language']);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expectFieldErrors(problem);
  return problem;
}

/** The field paths with their codes, such as `email required`. */
export function reasons(body: unknown): string[] {
  return ((body as Problem).errors ?? []).map(({ field, code }) => `${field} ${code}`);
}

function expectFieldErrors({ errors = [] }: Problem): void {
  expect(errors.length).toBeLessThanOrEqual(20);
  for (const error of errors) {
    expect(Object.keys(error).sort()).toEqual(['code', 'field', 'message']);
    expect(error.code).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(error.field.length).toBeLessThanOrEqual(200);
    expect(error.message).not.toBe('');
  }
}
