import type { Test } from 'supertest';
import type { TestApi } from '../../support/api';
import { aMember, type Member, signIn, type TokenPair } from './journey';

type Headers = Readonly<Record<string, string>>;

/** Requests about the user, `path` without its prefix. */
export function meClient(
  api: TestApi,
  accessToken: string | null,
  { appId = api.appId, headers = {} }: { appId?: string; headers?: Headers } = {},
) {
  const all = {
    'X-AppID': appId,
    ...(accessToken === null ? {} : { Authorization: `Bearer ${accessToken}` }),
    ...headers,
  };
  const url = (path: string) => (path === '' ? '/api/v1/me' : `/api/v1/me/${path}`);
  return {
    get: (path = '', more: Headers = {}) => api.http.get(url(path)).set({ ...all, ...more }),
    post: (path: string, body?: object) => api.http.post(url(path)).set(all).send(body),
    patch: (path: string, body?: object, more: Headers = {}) =>
      api.http
        .patch(url(path))
        .set({ ...all, ...more })
        .send(body),
    /** For `field` and `attach`. */
    putForm: (path: string): Test => api.http.put(url(path)).set(all),
    delete: (path: string) => api.http.delete(url(path)).set(all),
  };
}

export type MeClient = ReturnType<typeof meClient>;

export interface SignedInMember {
  readonly member: Member;
  readonly pair: TokenPair;
  readonly me: MeClient;
}

/** A new member, signed in. */
export async function someone(api: TestApi, registration: object = {}, appId = api.appId): Promise<SignedInMember> {
  const member = await aMember(api, registration, appId);
  const pair = await signIn(api, member, { appId });
  return { member, pair, me: meClient(api, pair.access_token, { appId }) };
}

/** The field errors of a 422, as `field code`. */
export function fieldErrors(body: unknown): string[] {
  const { errors = [] } = body as { errors?: { field: string; code: string }[] };
  return errors.map(({ field, code }) => `${field} ${code}`);
}
