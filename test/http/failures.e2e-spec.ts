import { AppDirectory } from '@libs/apps';
import { DependencyUnavailableError, RateLimitedError } from '@libs/kernel';
import { suiteApi } from '../support/suite';
import { expectProblem } from './support/problem';

describe('A failure of ours', () => {
  const api = suiteApi();

  afterEach(() => jest.restoreAllMocks());

  const failing = (failure: unknown) => {
    jest.spyOn(api.get(AppDirectory), 'findAvailable').mockRejectedValue(failure);
  };

  /** The answer to a request during which this is thrown. */
  const thrown = (failure: unknown) => {
    failing(failure);
    return api.http.get('/api/v1/public/legal/privacy-policy').set('X-AppID', api.appId);
  };

  it.each([
    ['an error', () => new Error('relation "users" does not exist: SELECT password_hash FROM users')],
    [
      'an error with a status of its own',
      () => Object.assign(new Error('SELECT'), { status: 200, statusCode: 418, expose: true }),
    ],
    ['a type error', () => new TypeError("Cannot read properties of undefined (reading 'password_hash')")],
    ['a text', () => 'SELECT password_hash'],
    ['nothing', () => undefined],
    ['an object', () => ({ code: 'SELECT', message: 'password_hash' })],
  ])('that nobody foresaw is 500 INTERNAL.UNEXPECTED and tells nothing of itself: %s', async (_, failure) => {
    const answer = await thrown(failure());
    expectProblem(answer, 500, 'INTERNAL.UNEXPECTED');
    expect(answer.text).not.toMatch(/SELECT|password_hash|relation|\bat |\.ts|\.js|Error:/);
    expect(Object.keys(answer.headers).some((name) => name === 'etag' || name === 'x-powered-by')).toBe(false);
  });

  it('that is a dependency’s is 503 DEPENDENCY.UNAVAILABLE with Retry-After, whether or not it says for how long', async () => {
    for (const [failure, seconds] of [
      [new DependencyUnavailableError(), '1'],
      [new DependencyUnavailableError({ retryAfterSeconds: 2.5 }), '3'],
      [new DependencyUnavailableError({ retryAfterSeconds: 0 }), '1'],
    ] as const) {
      const answer = await thrown(failure);
      expectProblem(answer, 503, 'DEPENDENCY.UNAVAILABLE');
      expect(answer.headers['retry-after']).toBe(seconds);
    }
  });

  it('and every 429 states when to try again', async () => {
    failing(new RateLimitedError());
    const answer = await api.http.post('/api/v1/auth/login/password').set('X-AppID', api.appId).send({});
    expectProblem(answer, 429, 'REQUEST.RATE_LIMITED');
    expect(answer.headers['retry-after']).toBe('1');
  });

  it('leaves the next request alone', async () => {
    await api.http.get('/api/v1/public/config').set('X-AppID', api.appId).expect(200);
  });
});
