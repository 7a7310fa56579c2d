import { headersOf } from './members';
import { dataOf, type Stage, type Suite } from './suite';

const get = (path: string) => (stage: Stage) => ({
  requests: stage.population.members.map((member) => ({
    method: 'GET' as const,
    path: `/api/v1/me/notifications${path}`,
    headers: headersOf(stage, member),
  })),
  status: 200 as const,
});

export const inbox: Suite = {
  name: 'inbox',
  title: 'GET me/notifications',
  script: get(''),
  // A cursor is sealed with the product's key.
  declared: (body) => {
    const { items, next_cursor } = dataOf(body);
    return { items, hasNext: next_cursor !== null };
  },
};

export const unreadCount: Suite = {
  name: 'unread-count',
  title: 'GET me/notifications/unread-count',
  script: get('/unread-count'),
  declared: dataOf,
};
