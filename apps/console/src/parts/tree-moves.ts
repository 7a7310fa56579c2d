import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { problemText } from '../problem-text';
import { sayError } from '../toast';
import {
  changesFor,
  destinationOf,
  treeOf,
  type Change,
  type Destination,
  type Placed,
  type Step,
  type TreeKind,
  type TreeNode,
} from './tree';

interface Options<C> {
  /** By which all records of the tree are known to the page. */
  readonly key: () => readonly unknown[];
  readonly kind: TreeKind<C>;
  /** Writes what becomes of one record. */
  readonly write: (record: C, change: Change) => Promise<C>;
  readonly records: () => readonly C[];
  readonly nameOf: (record: C) => string;
  /** What those are within that have no parent. */
  readonly firstLevel: () => string;
}

/** Moves records of a tree one after the other, and shows each where it goes before it is written there. */
export function useTreeMoves<C extends Placed>({ key, kind, write, records, nameOf, firstLevel }: Options<C>) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const isMoving = ref(false);
  /** Where the last one is now, for those who do not see the tree. */
  const heard = ref('');
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
    const known = queries.getQueryData<readonly C[]>(queryKey) ?? [];
    const destination = whereTo(treeOf(known, kind));
    if (!destination) return false;
    const changes = changesFor(known, id, destination, kind);
    const put = (some: readonly (Change | C)[]): void => {
      const byId = new Map(some.map((each) => [each.id, each]));
      queries.setQueryData<readonly C[]>(queryKey, (all) => all?.map((each) => ({ ...each, ...byId.get(each.id) })));
    };
    put(changes);
    isMoving.value = true;
    try {
      for (const change of changes) {
        const record = known.find((each) => each.id === change.id);
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

  async function told(id: string, isMoved: Promise<boolean>): Promise<void> {
    if (!(await isMoved)) return;
    const record = records().find((each) => each.id === id);
    const parent = records().find((each) => each.id === record?.parent_id);
    const where = parent ? nameOf(parent) : firstLevel();
    if (record) heard.value = t('parts.tree.moved', { name: nameOf(record), where });
  }

  return {
    isMoving,
    heard,
    step: (id: string, which: Step): Promise<void> =>
      told(
        id,
        move(id, (now) => destinationOf(now, id, which, kind)),
      ),
    drop: (id: string, destination: Destination): Promise<void> =>
      told(
        id,
        move(id, () => destination),
      ),
  };
}
