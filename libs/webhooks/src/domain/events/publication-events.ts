import type { EventType } from './event-type';
import { described, type Fields, HASH, ID, MOMENT_OR_NULL, TEXT, VERSION } from './schemas';

const HASH_EXAMPLE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Notices and messages are told apart by their kind. */
function ofNotification(kind: 'notice' | 'message', happened: string, description: string): EventType {
  const id = `${kind}_id`;
  return {
    type: `${kind}.${happened}`,
    source: `notification.${happened}`,
    when: { kind },
    description,
    fields: { [id]: ID },
    from: { [id]: 'message_id' },
    example: { [id]: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906' },
    app: 'always',
  };
}

const ARTICLE: Fields = { article_id: ID, slug: TEXT, revision: VERSION, revision_hash: HASH };
const ARTICLE_EXAMPLE = {
  article_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be909',
  slug: 'opening-hours',
  revision: 2,
  revision_hash: HASH_EXAMPLE,
};

function ofArticle(type: string, description: string): EventType {
  return { type, source: type, description, fields: ARTICLE, example: ARTICLE_EXAMPLE, app: 'always' };
}

export const PUBLICATION_EVENTS: readonly EventType[] = [
  ofNotification('notice', 'published', 'A notice was published.'),
  ofNotification('notice', 'cancelled', 'A draft of a notice was given up, or a scheduled publication called off.'),
  ofNotification('notice', 'recalled', 'A published notice was taken back from inboxes.'),
  ofNotification('message', 'published', 'A message was published.'),
  ofNotification('message', 'cancelled', 'A draft of a message was given up, or a scheduled publication called off.'),
  ofNotification('message', 'recalled', 'A published message was taken back from inboxes.'),
  {
    type: 'push.provider_paused',
    source: 'push.provider_paused',
    description: 'Pushes of an App wait, as the provider refuses its credentials or too many tokens.',
    fields: { provider: TEXT, reason: described(TEXT, 'As the provider calls it') },
    example: { provider: 'apns', reason: 'InvalidProviderToken' },
    app: 'always',
  },
  {
    type: 'legal.published',
    source: 'legal.published',
    description: 'A legal document was published.',
    fields: { document_type: TEXT, revision: VERSION, revision_hash: HASH, effective_at: MOMENT_OR_NULL },
    example: {
      document_type: 'privacy-policy',
      revision: 3,
      revision_hash: HASH_EXAMPLE,
      effective_at: '2026-12-01T00:00:00.000Z',
    },
    app: 'always',
  },
  ofArticle('article.published', 'An article, or a new revision of it, was published.'),
  ofArticle('article.unpublished', 'Readers see an article no more. Tells what they saw until then.'),
];
