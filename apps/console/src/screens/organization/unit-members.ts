import { call } from '../../api/client';

const PAGE_SIZE = 100;

async function memberIds(id: string): Promise<string[]> {
  const read = (page: number) =>
    call('listAdminOrganizationUnitMembers', {
      path: { id },
      // By an order in which nothing moves while the pages are read.
      query: { page, page_size: PAGE_SIZE, sort: 'joined_at' },
    });
  const first = await read(1);
  const pages = Math.ceil(first.total / PAGE_SIZE);
  const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)));
  return [first, ...others].flatMap(({ items }) => items.map(({ user_id }) => user_id));
}

/** The API takes the whole list: who came or went meanwhile is read before it is written. */
export async function addMembers(id: string, added: readonly string[]): Promise<void> {
  const user_ids = [...new Set([...(await memberIds(id)), ...added])];
  await call('replaceAdminOrganizationUnitMembers', { path: { id }, body: { user_ids } });
}

export async function removeMembers(id: string, removed: readonly string[]): Promise<void> {
  const user_ids = (await memberIds(id)).filter((each) => !removed.includes(each));
  await call('replaceAdminOrganizationUnitMembers', { path: { id }, body: { user_ids } });
}
