import { useQuery } from '@tanstack/vue-query';
import { computed, shallowRef, watch, type ComputedRef } from 'vue';
import { can } from '../api/can';
import { call } from '../api/client';
import type { OperationId } from '../api/operations';
import type { Problem } from '../api/problem';
import type { InputOf } from '../api/types';
import { steadied } from './steady';

interface Options<Row> {
  readonly operation: OperationId;
  readonly path: () => unknown;
  /** What the list answers now; null while it has not answered for what is asked. */
  readonly fresh: () => readonly Row[] | null;
  /** What is looked at: page, filters and order. */
  readonly identity: () => string;
  readonly idOf: (row: Row) => string;
  readonly every: () => number | false;
  readonly isSteady: () => boolean;
  /** Whether what the list no longer answers is asked for by its id; else it stays as it was. */
  readonly isAsked: () => boolean;
}

export interface SteadyRows<Row> {
  readonly rows: ComputedRef<readonly Row[]>;
  /** How many rows are there now that are not shown. */
  readonly newer: ComputedRef<number>;
  /** Rows whose records exist no longer. */
  readonly gone: ComputedRef<ReadonlySet<string>>;
  /** Shows the list as it is now. */
  readonly catchUp: () => void;
  /** Shows the list as it is after the next answer: somebody has changed it on purpose. */
  readonly release: () => void;
}

/**
 * The rows of a list that reads itself again: they stay where they are until somebody asks for the newer ones.
 */
export function useSteadyRows<Row>(options: Options<Row>): SteadyRows<Row> {
  const { operation, path, fresh, identity, idOf, every, isSteady, isAsked } = options;
  const held = shallowRef<readonly Row[]>([]);
  let heldOf: string | null = null;
  watch(
    fresh,
    (now) => {
      if (now === null) return;
      const isSame = isSteady() && heldOf === identity() && held.value.length > 0;
      held.value = isSame ? steadied(held.value, now, idOf).rows : now;
      heldOf = identity();
    },
    { immediate: true },
  );

  const state = computed(() => steadied(held.value, fresh() ?? held.value, idOf));
  const input = computed(() => ({ path: path(), query: { ids: state.value.missing } }));
  const strays = useQuery<{ readonly items: readonly Row[] }, Problem>({
    queryKey: [operation, input],
    queryFn: ({ signal }) => (call as Send)(operation, { ...input.value, signal } as never) as never,
    enabled: () => isAsked() && can(operation) && state.value.missing.length > 0,
    refetchInterval: () => every(),
  });
  watch(
    () => strays.data.value?.items,
    (items) => {
      if (items) held.value = steadied(held.value, items, idOf).rows;
    },
  );

  return {
    rows: computed(() => held.value),
    newer: computed(() => (isSteady() ? state.value.newer : 0)),
    gone: computed(() => {
      const found = strays.data.value?.items;
      if (!found || !isAsked()) return new Set();
      const ids = new Set(found.map(idOf));
      return new Set(state.value.missing.filter((id) => !ids.has(id)));
    }),
    catchUp: () => (held.value = fresh() ?? held.value),
    release: () => (heldOf = null),
  };
}

type Send = (operation: OperationId, input: InputOf<OperationId>) => Promise<unknown>;
