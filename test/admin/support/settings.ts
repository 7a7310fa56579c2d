import type { AdminClient } from './admin';

/** AdminSettingResponse on the wire. */
export interface SettingAnswer {
  readonly id: string;
  readonly key: string;
  readonly value: unknown;
  readonly value_type: string;
  readonly scope: string;
  readonly app_id: string | null;
  readonly is_public: boolean;
  readonly is_secret: boolean;
  readonly status: string;
  readonly description: string | null;
  readonly lock_version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

let last = 0;

/** A key that is unique in the suite. */
export const aKey = () => `company.key_${last++}`;

export const aSetting = (input: object = {}) => ({
  key: aKey(),
  value: 'Corner Shop',
  value_type: 'string',
  scope: 'tenant',
  ...input,
});

export function settingClient(admin: AdminClient) {
  const read = async (id: string): Promise<SettingAnswer> =>
    (await admin.get(`settings/${id}`).expect(200)).body.data as SettingAnswer;
  return {
    read,
    create: async (input: object = {}): Promise<SettingAnswer> =>
      (await admin.post('settings', aSetting(input)).expect(201)).body.data as SettingAnswer,
    patch: async (id: string, changes: object): Promise<SettingAnswer> => {
      const { lock_version } = await read(id);
      const { body } = await admin.patch(`settings/${id}`, { lock_version, ...changes }).expect(200);
      return body.data as SettingAnswer;
    },
    remove: async (id: string): Promise<void> => {
      const { lock_version } = await read(id);
      await admin.delete(`settings/${id}?lock_version=${lock_version}`).expect(200);
    },
  };
}

export type SettingClient = ReturnType<typeof settingClient>;
