import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import { problemText } from '../problem-text';
import { sayError } from '../toast';
import { changesFor, treeOf, type Change, type Destination, type Placed, type TreeKind, type TreeNode } from './tree';

interface Options<C> {
  /** By which all records of the tree are known to the page. */
  readonly key: () => readonly unknown[];
  readonly kind: TreeKind<C>;
  /** Writes what becomes of one record. */
  readonly write: (record: C, change: Change) => Promise<C>;
}

/** Moves records of a tree one after the other, and shows each where it goes before it is written there. */
export function useTreeMoves<C extends Placed>({ key, kind, write }: Options<C>) {
  const queries = useQueryClient();
  const isMoving = ref(false);
  let last: Promise<unknown> = Promise.resolve();

  /**
   * @param whereTo asked once all former moves are done; null for nowhere.
   * @returns whether it was moved.
   */
  function move(id: string, whereTo: (tree: readonly TreeNode<C>[]) => Destination | null): Promise<boolean> {
    const done = last.then(() => moveNow(id, whereTo));
    last = done;
    return done;
  }

  async function moveNow(id: string, whereTo: Parameters<typeof move>[1]): Promise<boolean> {
    const queryKey = key();
    await queries.cancelQueries({ queryKey });
    const records = queries.getQueryData<readonly C[]>(queryKey) ?? [];
    const destination = whereTo(treeOf(records, kind));
    if (!destination) return false;
    const changes = changesFor(records, id, destination, kind);
    const put = (some: readonly (Change | C)[]): void => {
      const byId = new Map(some.map((each) => [each.id, each]));
      queries.setQueryData<readonly C[]>(queryKey, (all) => all?.map((each) => ({ ...each, ...byId.get(each.id) })));
    };
    put(changes);
    isMoving.value = true;
    try {
      for (const change of changes) {
        const record = records.find((each) => each.id === change.id);
        if (record) put([await write(record, change)]);
      }
      return true;
    } catch (problem) {
      sayError(problemText(problem));
      // What was shown is not so: the next move begins with what is.
      await queries.invalidateQueries({ queryKey });
      return false;
    } finally {
      isMoving.value = false;
      void queries.invalidateQueries();
    }
  }

  return { isMoving, move };
}
