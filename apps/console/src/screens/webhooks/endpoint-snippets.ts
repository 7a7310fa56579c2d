import { adminSnippet } from '../../frame/snippets';

/** The first endpoint, made without the console. */
export function createSnippet(): string {
  return adminSnippet('createAdminWebhookEndpoint', {
    body: { url: 'https://example.com/hooks/appkernel', event_types: ['member.registered', 'member.deleted'] },
  });
}
