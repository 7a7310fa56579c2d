import type { AdminClient } from '../../admin/support/admin';
import type { TestApi } from '../../support/api';

/** AdminApiClientResponse on the wire. */
export interface ApiClientAnswer {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly status: string;
  readonly secrets: readonly {
    readonly id: string;
    readonly prefix: string;
    readonly expires_at: string | null;
    readonly last_used_at: string | null;
  }[];
  readonly last_used_at: string | null;
  readonly lock_version: number;
  readonly [field: string]: unknown;
}

/** With a secret that is shown this once. */
export interface NewApiClient extends ApiClientAnswer {
  readonly client_id: string;
  readonly client_secret: string;
}

type Headers = Readonly<Record<string, string>>;
export type Credentials = Pick<NewApiClient, 'client_id' | 'client_secret'>;

export const SUBMIT = 'notifications.submit';
export const READ = 'notifications.read';
export const SECURITY = 'notifications.security';
export const MEMBERS = 'members.read';

export function apiClients(admin: AdminClient) {
  const data = ({ body }: { body: { data: unknown } }) => body.data;
  const read = async (id: string) => data(await admin.get(`api-clients/${id}`).expect(200)) as ApiClientAnswer;
  return {
    read,
    create: async (input: object = {}) =>
      data(
        await admin.post('api-clients', { name: 'Order service', scopes: [SUBMIT, READ], ...input }).expect(201),
      ) as NewApiClient,
    patch: async (id: string, changes: object) => {
      const { lock_version } = await read(id);
      return data(await admin.patch(`api-clients/${id}`, { lock_version, ...changes }).expect(200)) as ApiClientAnswer;
    },
    rotate: async (id: string, body?: object) =>
      data(await admin.post(`api-clients/${id}/rotate-secret`, body).expect(200)) as NewApiClient,
    move: async (id: string, action: 'enable' | 'disable') => {
      const { lock_version } = await read(id);
      return data(await admin.post(`api-clients/${id}/${action}`, { lock_version }).expect(200)) as ApiClientAnswer;
    },
    remove: (id: string) => admin.delete(`api-clients/${id}`).expect(200),
  };
}

export function basic({ client_id, client_secret }: Credentials): string {
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
}

/** A form to one of the routes of OAuth. */
export function oauth(api: TestApi, route: 'token' | 'introspect' | 'revoke', form: object, headers: Headers = {}) {
  return api.http.post(`/api/v1/oauth/${route}`).set(headers).type('form').send(form);
}

/** A request for a token by Basic, whatever its answer. */
export function askForToken(api: TestApi, client: Credentials, form: object = {}, headers: Headers = {}) {
  const all = { Authorization: basic(client), ...headers };
  return oauth(api, 'token', { grant_type: 'client_credentials', ...form }, all);
}

export async function tokenOf(api: TestApi, client: Credentials, form: object = {}, headers?: Headers) {
  const { body } = await askForToken(api, client, form, headers).expect(200);
  return (body as { access_token: string }).access_token;
}

/** Requests to the service surface, `path` without its prefix. */
export function serviceClient(api: TestApi, token?: string, headers: Headers = {}) {
  const all = { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), ...headers };
  let sent = 0;
  return {
    get: (path: string) => api.http.get(`/api/v1/service/${path}`).set(all),
    post: (path: string, body?: object) =>
      api.http
        .post(`/api/v1/service/${path}`)
        .set({ 'Idempotency-Key': `${token?.slice(-16)}-${++sent}`, ...all })
        .send(body),
  };
}

export const TEXTS = { title: { 'zh-CN': '已发货' }, body: { 'zh-CN': '{{display_name}}，明天送达。' } };
