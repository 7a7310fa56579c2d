import { momentInJson } from '@libs/foundation';
import type { LoginIdentifier } from '../../domain/accounts/login-identifier';

/** A login identifier as administrators see it, in full, in the JSON of the database. */
export interface IdentifierJson extends Pick<LoginIdentifier, 'id' | 'type' | 'value' | 'isPrimary'> {
  readonly verifiedAt: string | null;
}

/** The identifiers of the user `u` as JSON, the primary one first. */
export const IDENTIFIERS_OF_USER = `coalesce((
  SELECT json_agg(json_build_object('id', i.id, 'type', i.type, 'value', i.value,
                                    'verifiedAt', ${momentInJson('i.verified_at')}, 'isPrimary', i.is_primary)
                  ORDER BY i.is_primary DESC, i.created_at, i.id)
    FROM login_identifiers i WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id), '[]')`;

/** The address at which the user `u` is mailed. */
export const EMAIL_OF_USER = `(
  SELECT i.value FROM login_identifiers i WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id AND i.type = 'email'
   ORDER BY i.is_primary DESC, i.created_at, i.id LIMIT 1)`;
