import { Problem } from './problem';

const headers =
  (values: Readonly<Record<string, string>> = {}) =>
  (name: string): string | null =>
    values[name] ?? null;

const CONFLICT = {
  ...{ type: 'urn:x', title: 'Conflict', status: 409, detail: 'Reload it.', instance: '/x', request_id: 'r-1' },
  ...{
    code: 'RESOURCE.VERSION_CONFLICT',
    current_lock_version: 4,
    updated_by: { type: 'user', id: 'u', display_name: 'Lin' },
  },
};

describe('Problem', () => {
  it('reads what the API tells, and keeps what is peculiar to a code', () => {
    const problem = Problem.from(409, CONFLICT, headers());
    expect(problem).toMatchObject({
      status: 409,
      code: 'RESOURCE.VERSION_CONFLICT',
      detail: 'Reload it.',
      request_id: 'r-1',
    });
    expect(problem.extras).toEqual({ current_lock_version: 4, updated_by: CONFLICT.updated_by });
    expect(problem.isPassing).toBe(false);
  });

  it('keeps of the errors those that have a field, a code and a message', () => {
    const errors = [{ field: 'email', code: 'not_email', message: 'No.' }, { field: 'x' }, null, 'y'];
    expect(Problem.from(422, { code: 'REQUEST.VALIDATION_FAILED', errors }, headers()).errors).toEqual([errors[0]]);
  });

  it.each([null, 'Bad gateway', [], { code: 7 }])('does not take %j for an answer of the API', (body) => {
    const problem = Problem.from(502, body, headers({ 'X-Request-ID': 'r-2' }));
    expect(problem).toMatchObject({ status: 502, code: 'CONSOLE.UNREADABLE', detail: '', request_id: 'r-2' });
  });

  it.each([
    ['7', 7],
    ['Fri, 27 Nov 2026 13:00:00 GMT', null],
    [undefined, null],
  ])('takes Retry-After %s for %s seconds', (value, seconds) => {
    const given: Record<string, string> = value === undefined ? {} : { 'Retry-After': value };
    expect(Problem.from(429, { code: 'REQUEST.RATE_LIMITED' }, headers(given)).retryAfter).toBe(seconds);
  });

  it.each([
    [0, true],
    [429, true],
    [503, true],
    [500, false],
    [422, false],
  ])('says of status %d whether it passes: %s', (status, passes) =>
    expect(Problem.from(status, null, headers()).isPassing).toBe(passes),
  );
});
