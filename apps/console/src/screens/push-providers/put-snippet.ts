import { adminSnippet } from '../../frame/snippets';
import type { Config, Provider } from './provider-kinds';

const CONFIGS: Readonly<Record<Provider, Config>> = {
  uni_push: { mode: 'rest', app_id: '…', app_key: '…', master_secret: '…', android_package: 'com.example.shop' },
  fcm: { service_account: { project_id: 'example-shop', client_email: '…', private_key: '…' } },
  apns: { key: '…', key_id: 'ABC123DEFG', team_id: 'DEF123GHIJ', topic: 'com.example.shop', environment: 'production' },
  hms: { client_id: '…', client_secret: '…' },
  webhook: { url: 'https://push.example.com/send', secret: 'whsec_…' },
  log: {},
};

/** The first configuration of a provider, without the console. */
export function putSnippet(app_id: string, provider: Provider): string {
  return adminSnippet('putAdminPushProvider', {
    path: { app_id, provider },
    body: { enabled: true, config: CONFIGS[provider] },
  });
}
