import type { AdminClient } from './admin';

/** AdminOrganizationUnitResponse on the wire. */
export interface UnitData {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly path: readonly string[];
  readonly depth: number;
  readonly manager_user_id: string | null;
  readonly sort_order: number;
  readonly member_count: number;
  readonly lock_version: number;
}

export const UNITS = 'organization/units';

/** An administrator's requests about organization units. */
export function organizationClient(admin: AdminClient) {
  return {
    create: async (name: string, fields: object = {}): Promise<UnitData> =>
      (await admin.post(UNITS, { name, ...fields }).expect(201)).body.data as UnitData,
    read: async (id: string): Promise<UnitData> =>
      (await admin.get(`${UNITS}/${id}`).expect(200)).body.data as UnitData,
    list: async (query = '') =>
      (await admin.get(`${UNITS}${query}`).expect(200)).body.data as {
        items: UnitData[];
        page: number;
        page_size: number;
        total: number;
      },
    move: ({ id, lock_version }: Pick<UnitData, 'id' | 'lock_version'>, parent_id: string | null) =>
      admin.post(`${UNITS}/${id}/move`, { parent_id, lock_version }),
    putMembers: (id: string, user_ids: readonly string[]) => admin.put(`${UNITS}/${id}/members`, { user_ids }),
    members: async (id: string, query = '') =>
      (await admin.get(`${UNITS}/${id}/members${query}`).expect(200)).body.data as {
        items: { user_id: string; display_name: string | null; status: string }[];
        total: number;
      },
  };
}
