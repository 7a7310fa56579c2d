import { field } from '@libs/kernel';
import type { MadeLink } from '../../auth/download-links';
import { answer } from '../../http/answers/answer';
import { Opaque } from '../../http/fields/fields';

/** What the routes say that make links. */
export const ABOUT_LINKS =
  'For browsers, whose downloads send no headers: whoever has the link gets the download, within a minute and once, as a whole. `HEAD` does not use it up; a `Range` is refused (416). It is worth as much as the bearer with which it was made: it ends with that session or token (404), and is refused without the permission (403). Any other defect is 404.';

/** Of a download that takes the token of a link. */
export function DownloadToken(): PropertyDecorator {
  return Opaque({
    optional: true,
    description: 'The token of a link to exactly this download, which it opens once, in place of a bearer',
  });
}

export class DownloadQuery {
  @DownloadToken()
  readonly download_token?: string;
}

/** A link that opens one download, once. */
export class AdminDownloadLinkResponse extends answer({
  url: field
    .url()
    .about('Absolute URL, at the address at which this request was sent')
    .example(
      'https://api.example.com/admin-api/v1/files/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904/content?download_token=akd_AZLwwXwqez6dVD8cKnvpAq7Vb2ZkXo0m9wR4tY6uI8pLsDfGq7Vb2ZkXo0m9wR4tYq7Vb2ZkXo0m9wR4tY6uI8pLsDfGq7Vb2ZkXo0m',
    ),
  expiresAt: field
    .instant()
    .about('Time at which the link ends, a minute after it was made')
    .example('2026-11-20T08:31:00.000Z'),
}) {
  constructor(link: MadeLink) {
    super(link);
  }
}
