import type { TestApi } from '../../support/api';
import type { AdminClient } from './admin';

export interface DownloadLink {
  readonly url: string;
  readonly expires_at: string;
}

/** To the download at the path, with its query. */
export async function linkTo(client: AdminClient, path: string): Promise<DownloadLink> {
  const [route = '', query] = path.split('?');
  const to = `${route}/download-link${query === undefined ? '' : `?${query}`}`;
  const { body, headers } = await client.post(to).expect(200);
  expect(headers['cache-control']).toBe('no-store');
  return body.data as DownloadLink;
}

export function pathOf(url: string): string {
  return new URL(url).pathname + new URL(url).search;
}

export function tokenIn(url: string): string {
  return new URL(url).searchParams.get('download_token')!;
}

/** Opens a link as a browser does, which sends no bearer. */
export function opened(api: TestApi, url: string, headers: Record<string, string> = {}) {
  return api.http.get(pathOf(url)).set(headers).buffer(true);
}

export async function expectGone(api: TestApi, path: string, headers: Record<string, string> = {}): Promise<void> {
  const { status, body } = await api.http.get(path).set(headers);
  expect([status, body.code]).toEqual([404, 'RESOURCE.NOT_FOUND']);
}

/** A text as a file of no App. Returns its id. */
export async function uploadedText(client: AdminClient, content: string): Promise<string> {
  const form = client.postForm('files').field('purpose', 'attachment');
  const { body } = await form.attach('file', Buffer.from(content), 'dígits "x".html').expect(201);
  return body.data.id as string;
}

/** Of an answer of whatever type. */
export function textOf({ text, body }: { readonly text?: string; readonly body: unknown }): string {
  return text ?? (Buffer.isBuffer(body) ? body.toString() : '');
}
