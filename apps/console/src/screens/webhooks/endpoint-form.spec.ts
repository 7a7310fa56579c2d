import { bodyOf, emptyEndpoint, stateOf, valuesOf, type Endpoint } from './endpoint-form';

const ENDPOINT: Endpoint = {
  ...{ id: 'e', url: 'https://example.com/hook', event_types: ['member.registered', 'member.deleted'] },
  ...{ description: null, enabled: true, disabled_reason: null, failing_since: null, secrets: [], lock_version: 1 },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', updated_by: null },
};

describe('The form of a webhook endpoint', () => {
  it('sends back what it was filled with', () => {
    const { url, description, event_types } = ENDPOINT;
    expect(bodyOf(valuesOf(ENDPOINT))).toEqual({ url, description, event_types });
  });

  it('begins with all types, which stand for whatever else is ticked', () => {
    expect(bodyOf(emptyEndpoint())).toMatchObject({ event_types: ['*'] });
    expect(bodyOf({ event_types: { 'app.created': true, '*': true } })).toEqual({ event_types: ['*'] });
    expect(bodyOf({ event_types: { 'app.created': true } })).toEqual({ event_types: ['app.created'] });
  });

  it.each([
    [{}, 'enabled'],
    [{ failing_since: '2026-01-01T00:00:00.000Z' }, 'troubled'],
    [{ enabled: false, disabled_reason: 'failing' as const, failing_since: '2026-01-01T00:00:00.000Z' }, 'failing'],
    [{ enabled: false, disabled_reason: 'gone' as const }, 'gone'],
    [{ enabled: false, disabled_reason: 'administrator' as const }, 'administrator'],
  ])('tells how it is: %j', (change, state) => {
    expect(stateOf({ ...ENDPOINT, ...change })).toBe(state);
  });
});
