import { call } from '../../api/client';
import { Problem } from '../../api/problem';
import { reasonHeader } from '../../parts/confirm';
import { operationsOf, type Kind } from './kinds';

interface Outcome {
  readonly gone: readonly string[];
  /** Why the others stay, with their ids; null where all are gone. */
  readonly problem: Problem | null;
}

/** Deletes drafts, and what was cancelled, each by itself: one that cannot be deleted keeps none of the others. */
export async function deleteDrafts(
  kind: Kind,
  appId: string,
  ids: readonly string[],
  reason: string | null,
): Promise<Outcome> {
  const operations = operationsOf(kind);
  const { items } = await call(operations.list, { path: { app_id: appId }, query: { ids: [...ids], page_size: 100 } });
  const gone: string[] = [];
  const kept: string[] = [];
  let first: Problem | null = null;
  for (const { id, lock_version } of items) {
    try {
      const path = { app_id: appId, id };
      await call(operations.remove, { path, query: { lock_version }, headers: reasonHeader({ reason }) });
      gone.push(id);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      first ??= problem;
      kept.push(id);
    }
  }
  return { gone, problem: first?.with({ ids: kept }) ?? null };
}
