import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import { call } from '../../api/client';
import { problemText } from '../../problem-text';
import { sayError } from '../../toast';
import { keyOfAll, type Category } from './all-categories';
import { changesFor, treeOf, type Change, type Destination, type TreeNode } from './category-tree';

/** Moves categories one after the other, and shows each where it goes before it is written there. */
export function useMoves(appId: () => string) {
  const queries = useQueryClient();
  const isMoving = ref(false);
  let last: Promise<unknown> = Promise.resolve();

  /**
   * @param whereTo asked once all former moves are done; null for nowhere.
   * @returns whether it was moved.
   */
  function move(id: string, whereTo: (tree: readonly TreeNode<Category>[]) => Destination | null): Promise<boolean> {
    const done = last.then(() => moveNow(id, whereTo));
    last = done;
    return done;
  }

  async function moveNow(id: string, whereTo: Parameters<typeof move>[1]): Promise<boolean> {
    const key = keyOfAll(appId());
    await queries.cancelQueries({ queryKey: key });
    const categories = queries.getQueryData<readonly Category[]>(key) ?? [];
    const destination = whereTo(treeOf(categories));
    if (!destination) return false;
    const changes = changesFor(categories, id, destination);
    const put = (some: readonly (Change | Category)[]): void => {
      const byId = new Map(some.map((each) => [each.id, each]));
      queries.setQueryData<readonly Category[]>(key, (all) => all?.map((each) => ({ ...each, ...byId.get(each.id) })));
    };
    put(changes);
    isMoving.value = true;
    try {
      for (const { id: each, ...body } of changes) {
        const lock_version = categories.find((category) => category.id === each)?.lock_version ?? 1;
        put([
          await call('updateAdminContentCategory', {
            path: { app_id: appId(), id: each },
            body: { ...body, lock_version },
          }),
        ]);
      }
      return true;
    } catch (problem) {
      sayError(problemText(problem));
      // What was shown is not so: the next move begins with what is.
      await queries.invalidateQueries({ queryKey: key });
      return false;
    } finally {
      isMoving.value = false;
      void queries.invalidateQueries();
    }
  }

  return { isMoving, move };
}
