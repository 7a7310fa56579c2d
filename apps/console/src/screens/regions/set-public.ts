import { call } from '../../api/client';
import { oneByOne } from '../../parts/one-by-one';

/**
 * The API has no batch of regions: each is written by itself, and whichever fails keeps none of the others from it.
 *
 * @throws PartlyDone
 */
export function setPublic(codes: readonly string[], is_public: boolean): Promise<void> {
  return oneByOne(codes, async (code) => {
    const { lock_version, is_public: was } = await call('getAdminRegion', { path: { code } });
    if (was !== is_public) await call('updateAdminRegion', { path: { code }, body: { lock_version, is_public } });
  });
}
