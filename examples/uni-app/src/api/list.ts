import { type Ref, ref } from 'vue';
import { useWork } from './work';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** A list that goes on as it is scrolled. @param read asks for the page that begins there. */
export function useList<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>) {
  const { isBusy, error, run } = useWork();
  const items = ref([]) as Ref<Item[]>;
  const isLoaded = ref(false);
  let next: string | null = null;

  const reload = () =>
    run(async () => {
      const page = await read(undefined);
      [items.value, next, isLoaded.value] = [[...page.items], page.next_cursor, true];
    });
  const more = async (): Promise<void> => {
    if (next === null) return;
    await run(async () => {
      const page = await read(next ?? undefined);
      items.value.push(...page.items);
      next = page.next_cursor;
    });
  };
  return { items, isBusy, isLoaded, error, reload, more };
}
