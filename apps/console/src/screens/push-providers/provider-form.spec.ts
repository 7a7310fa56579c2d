import { bodyOf, isStored, valuesOf } from './provider-form';
import { fieldsOf } from './provider-fields';
import type { NotSetUp, Provider } from './provider-kinds';

const MASK = '********';

function stored(provider: Provider, config: Record<string, unknown>): NotSetUp {
  return { provider, enabled: true, config, lock_version: null };
}

describe('The form of a push provider', () => {
  it('sends back what it has read, with the mask for each secret that was left alone', () => {
    for (const [provider, config] of [
      ['fcm', { service_account: { project_id: 'p', client_email: 'c@p', private_key: MASK } }],
      ['apns', { topic: 't', team_id: 'A', key_id: 'B', environment: 'sandbox', key: MASK }],
      ['uni_push', { mode: 'cloud', url: 'https://x.example', secret: MASK }],
      ['uni_push', { mode: 'rest', app_id: 'a', app_key: 'k', master_secret: MASK, android_package: 'a.b' }],
      ['hms', { client_id: '1', client_secret: MASK }],
      ['webhook', { url: 'https://x.example', secret: MASK, options: { other: { class: 1 } } }],
      ['log', {}],
    ] as const) {
      const read = stored(provider, config);
      expect(bodyOf(provider, valuesOf(read), read.config)).toEqual({ enabled: true, config });
    }
  });

  it('never has a secret among what it shows', () => {
    const read = stored('apns', { topic: 't', key: MASK });
    expect(JSON.stringify(valuesOf(read))).not.toContain(MASK);
    const key = fieldsOf('apns', 'rest').find(({ name }) => name === 'key')!;
    expect([isStored(read, key), isStored(stored('apns', {}), key)]).toEqual([true, false]);
  });

  it('replaces a secret by what is typed, and gives one up with the other settings of its group', () => {
    const read = stored('hms', { client_id: '1', client_secret: MASK });
    const values = valuesOf(read);
    values.credentials['client_secret'] = ' new ';
    expect(bodyOf('hms', values, read.config).config).toEqual({ client_id: '1', client_secret: 'new' });
    values.credentials['client_secret'] = '';
    values.settings['client_id'] = '';
    values.settings['project_id'] = '2';
    expect(bodyOf('hms', values, read.config).config).toEqual({ project_id: '2' });
  });

  it('sends of uni-push the settings of its mode alone', () => {
    const read = stored('uni_push', {
      mode: 'rest',
      app_id: 'a',
      app_key: 'k',
      master_secret: MASK,
      android_package: 'a.b',
    });
    const values = { ...valuesOf(read), mode: 'cloud' as const };
    values.settings['url'] = 'https://x.example';
    expect(bodyOf('uni_push', values, read.config).config).toEqual({ mode: 'cloud', url: 'https://x.example' });
  });
});
