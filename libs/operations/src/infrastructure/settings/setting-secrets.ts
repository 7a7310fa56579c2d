import { Injectable } from '@nestjs/common';
import { type SealedColumn, Secrets } from '@libs/foundation';
import type { SealValue, Setting } from '../../domain/settings/setting';

export const SEALED_SETTINGS: SealedColumn = {
  table: 'settings',
  column: 'secret_value',
  purpose: 'setting',
  key: ['id'],
  contextOf: ({ id }) => contextOf(String(id)),
};

/** Encrypts secret values with `SECRET_KEYS`, each bound to its setting. */
@Injectable()
export class SettingSecrets {
  constructor(private readonly secrets: Secrets) {}

  readonly seal: SealValue = (id, value) => this.secrets.seal('setting', JSON.stringify(value), contextOf(id));

  /** The value of a setting, secret or not; null if there is none, or the key of a secret is no longer configured. */
  valueOf({ id, value, secretValue }: Pick<Setting, 'id' | 'value' | 'secretValue'>): unknown {
    if (secretValue === null) return value;
    const json = this.secrets.open('setting', secretValue, contextOf(id));
    return json === null ? null : (JSON.parse(json) as unknown);
  }
}

function contextOf(id: string): Buffer {
  return Buffer.from(id);
}
