import { eventually, type TestApi } from '../../support/api';
import type { SignedInMember } from './account';
import { exportToken, lifeOf } from './account-life';

export interface OwnExport {
  readonly id: string;
  readonly status: string;
  readonly download_url: string | null;
  readonly expires_at: string | null;
  readonly created_at: string;
}

/** An export that can be downloaded. */
export interface ReadyExport extends OwnExport {
  readonly download_url: string;
}

export async function exportsOf(api: TestApi, account: SignedInMember): Promise<OwnExport[]> {
  const { body } = await lifeOf(api, account).listExports().expect(200);
  return (body as { data: { items: OwnExport[] } }).data.items;
}

/** Asks for one. */
export async function requestExport(api: TestApi, account: SignedInMember): Promise<OwnExport> {
  const requests = lifeOf(api, account, await exportToken(api, account));
  const { body } = await requests.requestExport().expect(202);
  return (body as { data: OwnExport }).data;
}

/** The same, and waits until it is ready. */
export async function exported(api: TestApi, account: SignedInMember): Promise<ReadyExport> {
  const { id } = await requestExport(api, account);
  return eventually(async () => {
    const found = (await exportsOf(api, account)).find((one) => one.id === id);
    return found?.status === 'ready' && (found as ReadyExport);
  });
}

/** Downloads as a browser does: without headers, by the link alone. */
export function download(api: TestApi, url: string, headers: Readonly<Record<string, string>> = {}) {
  const { pathname, search } = new URL(url);
  return api.http.get(pathname + search).set(headers);
}
