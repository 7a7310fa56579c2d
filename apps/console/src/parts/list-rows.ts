import { useQuery } from '@tanstack/vue-query';
import { computed, ref, watch, type ComputedRef } from 'vue';
import { can } from '../api/can';
import { call } from '../api/client';
import type { OperationId } from '../api/operations';
import type { Problem } from '../api/problem';
import type { InputOf } from '../api/types';

/** What lists answer, with numbered pages or with a cursor. */
interface Answer<Row> {
  readonly items: readonly Row[];
  readonly page?: number;
  readonly page_size?: number;
  readonly total?: number;
  readonly next_cursor?: string | null;
}

interface Options<Row> {
  readonly operation: OperationId;
  readonly path: () => unknown;
  readonly query: () => Record<string, unknown>;
  /** The pages of a list with a cursor have no numbers. */
  readonly isByCursor: boolean;
  readonly every: (rows: readonly Row[]) => number | false;
}

/** The rows of one page of a list. Those of the page before stay until the next are there. */
export function useRows<Row>({ operation, path, query, isByCursor, every }: Options<Row>) {
  /** Of the pages before this one, the first of which has none. */
  const cursors = ref<(string | undefined)[]>([undefined]);
  const narrowing = computed(() => JSON.stringify([path(), query()]));
  watch(narrowing, () => (cursors.value = [undefined]), { flush: 'sync' });

  const input = computed(() => {
    const cursor = cursors.value.at(-1);
    return { path: path(), query: { ...query(), ...(cursor === undefined ? {} : { cursor }) } };
  });
  const read = useQuery<Answer<Row>, Problem>({
    queryKey: [operation, input],
    queryFn: ({ signal }) => (call as Send)(operation, { ...input.value, signal } as never) as Promise<Answer<Row>>,
    // What is known to be refused is not asked: each refusal stands in the audit log.
    enabled: () => can(operation),
    // Of the same list only: rows of another App under this one's name would be a lie.
    placeholderData: (previous, { queryKey } = {} as never) =>
      isEqualPath(queryKey?.[1], input.value) ? previous : undefined,
    refetchInterval: ({ state }) => every(state.data?.items ?? []),
  });
  const rows: ComputedRef<readonly Row[]> = computed(() => read.data.value?.items ?? []);
  const next = computed(() => (isByCursor ? (read.data.value?.next_cursor ?? null) : null));
  return {
    read,
    rows,
    total: computed(() => read.data.value?.total ?? null),
    /** For lists with a cursor. */
    cursor: {
      /** Of this page; undefined for the first. */
      place: computed(() => cursors.value.at(-1)),
      hasPrevious: computed(() => cursors.value.length > 1),
      hasNext: computed(() => next.value !== null),
      previous: () => void cursors.value.pop(),
      next: () => {
        if (next.value !== null) cursors.value.push(next.value);
      },
    },
  };
}

type Send = (operation: OperationId, input: InputOf<OperationId>) => Promise<unknown>;

function isEqualPath(one: unknown, other: { readonly path: unknown }): boolean {
  return JSON.stringify((one as { path?: unknown } | undefined)?.path) === JSON.stringify(other.path);
}
