import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { can } from '../../api/can';
import { call } from '../../api/client';
import type { Problem } from '../../api/problem';
import type { components } from '../../api/schema';

export type Category = components['schemas']['AdminContentCategoryResponse'];

const PAGE_SIZE = 100;

export function keyOfAll(appId: string): readonly string[] {
  return ['listAdminContentCategories', 'all', appId];
}

/** All categories of an App, of which it has at most 500: a tree has no pages. */
export function useCategories(appId: () => string) {
  return useQuery<readonly Category[], Problem>({
    queryKey: computed(() => keyOfAll(appId())),
    queryFn: ({ signal }) => readAll(appId(), signal),
    enabled: () => can('listAdminContentCategories'),
  });
}

async function readAll(app_id: string, signal: AbortSignal): Promise<Category[]> {
  // By an order in which nothing moves while the pages are read.
  const read = (page: number) =>
    call('listAdminContentCategories', {
      path: { app_id },
      query: { page, page_size: PAGE_SIZE, sort: 'created_at' },
      signal,
    });
  const first = await read(1);
  const pages = Math.ceil(first.total / PAGE_SIZE);
  const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)));
  return [first, ...others].flatMap(({ items }) => items);
}
