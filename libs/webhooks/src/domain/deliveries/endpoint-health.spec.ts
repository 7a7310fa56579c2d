import type { AttemptOutcome } from './delivery';
import { closureAfter } from './endpoint-health';

describe('An endpoint that fails', () => {
  it.each<[Pick<AttemptOutcome, 'responseStatus' | 'error'>, string, number]>([
    [{ responseStatus: 410, error: 'status' }, 'gone', 0],
    [{ responseStatus: 404, error: 'status' }, 'failing', 5],
    [{ responseStatus: 500, error: 'status' }, 'failing', 5],
    [{ responseStatus: 302, error: 'redirect' }, 'failing', 5],
    [{ responseStatus: null, error: 'timeout' }, 'failing', 5],
    [{ responseStatus: null, error: 'tls' }, 'failing', 5],
  ])('by %j is disabled as %s after %i days', (outcome, reason, afterDays) =>
    expect(closureAfter({ ...outcome, durationMs: 1, retryAfterSeconds: null, responseBody: null })).toEqual({
      reason,
      afterDays,
    }),
  );
});
