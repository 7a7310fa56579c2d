import type { Answer, AnyInput, Input, Sender } from './operation.js';

/** A page of a list, by cursor or by number. */
interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor?: string | null;
  readonly page?: number;
  readonly page_size?: number;
  readonly total?: number;
}

type List = (client: Sender, ...rest: never[]) => Promise<Page>;
type ItemOf<F> = Answer<F> extends { readonly items: readonly (infer Item)[] } ? Item : never;

/**
 * All items of a list, page by page as they are asked for:
 * `for await (const notice of items(client, listNotifications, { query: { unread: true } })) …`
 */
export async function* items<F extends List>(
  client: Sender,
  list: F,
  input?: Input<F>,
): AsyncGenerator<ItemOf<F>, void, void> {
  for await (const page of pages(client, list, input)) yield* (page as { readonly items: readonly ItemOf<F>[] }).items;
}

/** The pages of a list, each as it was answered. */
export async function* pages<F extends List>(
  client: Sender,
  list: F,
  input?: Input<F>,
): AsyncGenerator<Answer<F>, void, void> {
  const ask = list as unknown as (client: Sender, input: AnyInput) => Promise<Page>;
  const { query, ...rest } = (input ?? {}) as AnyInput;
  for (let next: AnyInput['query'] | null = {}; next;) {
    const page: Page = await ask(client, { ...rest, query: { ...query, ...next } });
    yield page as Answer<F>;
    next = afterPage(page);
  }
}

function afterPage(answer: Page): { cursor: string } | { page: number } | null {
  const { items, next_cursor: cursor, page, page_size: size, total } = answer;
  if (cursor) return { cursor };
  const isNumbered = page !== undefined && size !== undefined && total !== undefined;
  return isNumbered && items.length > 0 && page * size < total ? { page: page + 1 } : null;
}
