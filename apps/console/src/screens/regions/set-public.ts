import { call } from '../../api/client';
import type { Batch, RowOf } from '../../parts/list-types';
import { oneByOne } from '../../parts/one-by-one';

/**
 * The API has no batch of regions: each is written by itself, and whichever fails keeps none of the others from it.
 *
 * @throws PartlyDone
 */
export function setPublic(batch: Batch<RowOf<'listAdminRegions'>>, is_public: boolean): Promise<void> {
  return oneByOne(batch, ({ code, lock_version }) =>
    call('updateAdminRegion', { path: { code }, body: { lock_version, is_public } }),
  );
}
