import type { TestApi } from '../../support/api';
import type { TokenPair } from './journey';

type Headers = Readonly<Record<string, string>>;

/** Requests about the user with the session of a pair, `path` without its prefix. */
export function selfOf(api: Pick<TestApi, 'http'>, { access_token, app_id }: TokenPair) {
  const all = { 'X-AppID': app_id, Authorization: `Bearer ${access_token}` };
  const url = (path: string) => `/api/v1/me/${path}`;
  return {
    get: (path: string, query: object = {}) => api.http.get(url(path)).query(query).set(all),
    post: (path: string, body?: object) => api.http.post(url(path)).set(all).send(body),
    put: (path: string, body?: object) => api.http.put(url(path)).set(all).send(body),
    delete: (path: string) => api.http.delete(url(path)).set(all),
  };
}

/** Checks that a route of members refuses requests without App or bearer. */
export async function expectMembersOnly(
  api: TestApi,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
): Promise<void> {
  const ask = (headers: Headers) => api.http[method](`/api/v1/me/${path}`).set(headers);
  const answers = [
    [await ask({}), 400, 'APP.HEADER.REQUIRED'],
    [await ask({ 'X-AppID': api.appId }), 401, 'IAM.TOKEN.MISSING'],
    [await ask({ 'X-AppID': api.appId, Authorization: 'Bearer x' }), 401, 'IAM.TOKEN.INVALID'],
  ] as const;
  for (const [{ status, body }, expected, code] of answers) expect([status, body.code]).toEqual([expected, code]);
}
