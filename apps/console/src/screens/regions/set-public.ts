import { call } from '../../api/client';
import { Problem } from '../../api/problem';

/**
 * The API has no batch of regions: each is written by itself, and whichever fails keeps none of the others from it.
 *
 * @throws Problem of the first that failed; its `ids` name all that did.
 */
export async function setPublic(codes: readonly string[], is_public: boolean): Promise<void> {
  const failed: string[] = [];
  let first: Problem | null = null;
  for (const code of codes) {
    try {
      const { lock_version, is_public: was } = await call('getAdminRegion', { path: { code } });
      if (was !== is_public) await call('updateAdminRegion', { path: { code }, body: { lock_version, is_public } });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      failed.push(code);
      first ??= problem;
    }
  }
  if (first) throw first.about(failed);
}
