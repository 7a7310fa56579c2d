import { TenantsService } from '@libs/iam';
import { anEmail, PASSWORD, type TestApi } from '../../support/api';
import { beforeTests } from '../../support/suite';

export interface AdminTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly session_id: string;
}

export interface Admin {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  /** A bearer token, valid for ten minutes. */
  readonly token: string;
}

/** The administrator that the template was seeded with: owner and platform administrator of the default tenant. */
export const BOOTSTRAP = { email: 'admin@example.com', password: 'bootstrap administrator' } as const;

type Headers = Readonly<Record<string, string>>;

/** Requests to the administrators' surface, `path` without its prefix. */
export function adminClient(api: TestApi, token?: string, headers: Headers = {}) {
  const all = { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), ...headers };
  const url = (path: string) => `/admin-api/v1/${path}`;
  return {
    get: (path: string) => api.http.get(url(path)).set(all),
    post: (path: string, body?: object) => api.http.post(url(path)).set(all).send(body),
    /** For `field` and `attach`. */
    postForm: (path: string) => api.http.post(url(path)).set(all),
    put: (path: string, body?: object) => api.http.put(url(path)).set(all).send(body),
    patch: (path: string, body?: object) => api.http.patch(url(path)).set(all).send(body),
    delete: (path: string, body?: object) => api.http.delete(url(path)).set(all).send(body),
  };
}

export type AdminClient = ReturnType<typeof adminClient>;

/** Signs in without a second factor. */
export async function signInAdmin(
  api: TestApi,
  { email, password, tenant }: { email: string; password: string; tenant?: string } = BOOTSTRAP,
): Promise<AdminTokens> {
  const { body } = await adminClient(api).post('auth/login', { email, password, tenant }).expect(200);
  return body.data as AdminTokens;
}

/** The bootstrap administrator, signed in. */
export async function asOwner(api: TestApi, headers: Headers = {}): Promise<AdminClient> {
  return adminClient(api, (await signInAdmin(api)).access_token, headers);
}

/** The same for the tests of a block. */
export function suiteOwner(api: TestApi): AdminClient {
  return beforeTests(() => asOwner(api));
}

/** A new administrator of the default tenant with these roles, signed in. */
export async function anAdmin(api: TestApi, roles: readonly string[]): Promise<Admin> {
  const [email, password] = [anEmail(), PASSWORD];
  const { id } = await api.get(TenantsService).createAdministrator(api.tenantId, {
    email,
    password,
    displayName: `Admin of ${roles.join()}`,
    locale: null,
    roles,
  });
  return { userId: id, email, password, token: (await signInAdmin(api, { email, password })).access_token };
}

/** A client of a new administrator with these roles. */
export async function asRoles(api: TestApi, ...roles: string[]): Promise<AdminClient> {
  return adminClient(api, (await anAdmin(api, roles)).token);
}
