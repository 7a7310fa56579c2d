import type { LoginIdentifierType } from '../../domain/accounts/login-identifier';

/** A login identifier as administrators see it, in full. */
export interface IdentifierView {
  readonly id: string;
  readonly type: LoginIdentifierType;
  readonly value: string;
  readonly verifiedAt: Date | null;
  readonly isPrimary: boolean;
}

/** The same as JSON of the database has it. */
export interface IdentifierJson {
  readonly id: string;
  readonly type: LoginIdentifierType;
  readonly value: string;
  readonly verified_at: string | null;
  readonly is_primary: boolean;
}

/** The identifiers of the user `u`, as JSON, the primary one first. */
export const IDENTIFIERS_OF_USER = `coalesce((
  SELECT json_agg(json_build_object('id', i.id, 'type', i.type, 'value', i.value, 'verified_at', i.verified_at,
                                    'is_primary', i.is_primary)
                  ORDER BY i.is_primary DESC, i.created_at, i.id)
    FROM login_identifiers i WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id), '[]')`;

/** The address at which the user `u` is mailed. */
export const EMAIL_OF_USER = `(
  SELECT i.value FROM login_identifiers i WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id AND i.type = 'email'
   ORDER BY i.is_primary DESC, i.created_at, i.id LIMIT 1)`;

export function identifierView({ id, type, value, verified_at, is_primary }: IdentifierJson): IdentifierView {
  return { id, type, value, verifiedAt: verified_at === null ? null : new Date(verified_at), isPrimary: is_primary };
}
