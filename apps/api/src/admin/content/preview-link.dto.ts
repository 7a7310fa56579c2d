import type { PreviewLink } from '@libs/content';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

/** A link that shows a draft to whoever has it. */
export class AdminPreviewLinkResponse extends answer({
  url: field
    .url()
    .about('Absolute URL, to be opened without signing in: a page in a browser, JSON for an App')
    .example(
      'https://api.example.com/api/v1/public/previews/articles/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905?token=0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907.1796119200.q7Vb2ZkXo0m9wR4tY6uI8pLsDfGq7Vb2ZkXo0m9wR4t',
    ),
  expiresAt: field
    .instant()
    .about('Time at which the link ends, an hour after it was made')
    .example('2026-11-20T09:30:00.000Z'),
}) {
  constructor(link: PreviewLink) {
    super(link);
  }
}
