import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type FoundThing, type FoundThings, likePattern, type SearchQuestion } from '@libs/kernel';
import { parseEmailAddress } from '../../domain/accounts/email-address';
import type { LoginIdentifierType } from '../../domain/accounts/login-identifier';
import { maskedIdentifier } from '../../domain/accounts/masked-identifier';
import { parseMobileNumber } from '../accounts/mobile-number';

type Person = 'member' | 'user';

interface PersonRow extends Omit<FoundThing, 'title' | 'subtitle'> {
  readonly displayName: string | null;
  readonly type: LoginIdentifierType | null;
  readonly value: string | null;
}

type FoundPerson = PersonRow & Record<string, unknown>;

/** A number as people write one, without its country. */
const NATIONAL_NUMBER = /^[\d\s().-]{5,40}$/;
/** How many of the newest members of the Apps are looked through before all users of the tenant. */
const LOOKED = 1_000;

const PRIMARY_IDENTIFIER = `LEFT JOIN LATERAL (
  SELECT i.type, i.value FROM login_identifiers i WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id
   ORDER BY i.is_primary DESC, i.created_at, i.id LIMIT 1) i ON true`;

/** The ids of users by a name, or one of the identifiers whole. */
const FIND_USERS = `
  SELECT f.id FROM (
    SELECT t.id, t.place FROM find_texts('user', NULL, $2, $3) t
     UNION ALL
    SELECT i.user_id, 0 FROM login_identifiers i
     WHERE i.tenant_id = $1 AND (i.type, i.value) IN (SELECT * FROM unnest($4::text[], $5::text[]))) f
   GROUP BY f.id ORDER BY min(f.place)`;

const SELECT_USERS = `
  SELECT u.id, NULL AS "appId", u.display_name AS "displayName", i.type, i.value
    FROM unnest($2::uuid[]) WITH ORDINALITY AS f (id, place)
    JOIN users u ON u.tenant_id = $1 AND u.id = f.id AND u.status <> 'deleted'
    ${PRIMARY_IDENTIFIER}
   ORDER BY f.place LIMIT $3`;

/** One of the Apps of each, that which was joined last. */
const SELECT_MEMBERS = `
  SELECT u.id, u.app_id AS "appId", u.display_name AS "displayName", i.type, i.value
    FROM (
      SELECT f.place, u.tenant_id, u.id, u.display_name, m.app_id
        FROM unnest($2::uuid[]) WITH ORDINALITY AS f (id, place)
        JOIN users u ON u.tenant_id = $1 AND u.id = f.id
       CROSS JOIN LATERAL (
         SELECT m.app_id FROM app_memberships m JOIN apps a ON a.tenant_id = m.tenant_id AND a.id = m.app_id
          WHERE m.tenant_id = $1 AND m.user_id = f.id AND a.deleted_at IS NULL AND ($4::uuid[] IS NULL OR m.app_id = ANY ($4))
          ORDER BY m.created_at DESC, m.app_id LIMIT 1) m
       ORDER BY f.place LIMIT $3) u
    ${PRIMARY_IDENTIFIER}
   ORDER BY u.place`;

/** The newest members of each of the Apps by a part of their names. */
const SELECT_NEWEST_MEMBERS = `
  SELECT n.id, n.app_id AS "appId", n.display_name AS "displayName", i.type, i.value
    FROM unnest($2::uuid[]) AS a (app_id) CROSS JOIN LATERAL (
      SELECT u.tenant_id, u.id, u.display_name, m.app_id, m.created_at
        FROM (SELECT m.* FROM app_memberships m WHERE m.tenant_id = $1 AND m.app_id = a.app_id
               ORDER BY m.created_at DESC, m.user_id DESC LIMIT $5) m
        JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
       WHERE u.display_name ILIKE $3) n
    JOIN apps p ON p.tenant_id = $1 AND p.id = n.app_id AND p.deleted_at IS NULL
    ${PRIMARY_IDENTIFIER.replaceAll('u.', 'n.')}
   ORDER BY n.created_at DESC, n.id DESC LIMIT $4`;

/** Users and members by a part of their names, or by an identifier: that is found whole and shown masked. */
@Injectable()
export class PeopleSearch {
  constructor(private readonly database: Database) {}

  /** Members are there once, whatever the number of their Apps. */
  async search(types: readonly Person[], question: SearchQuestion): Promise<FoundThings<Person>> {
    const { appIds, limit } = question;
    const [wantsMembers, wantsUsers] = [types.includes('member'), types.includes('user')];
    const newest = wantsMembers && appIds !== null ? await this.newestMembers(question, appIds) : [];
    const wantsMore = wantsMembers && newest.length < limit;
    const ids = wantsMore || wantsUsers ? await this.idsOf(question, wantsMore ? lookedOf(question) : limit) : [];
    return {
      ...(wantsMembers && { member: wantsMore ? await this.members(question, newest, ids) : newest.map(found) }),
      ...(wantsUsers && { user: await this.users(question, ids) }),
    };
  }

  private async idsOf({ tenantId, text }: SearchQuestion, most: number): Promise<string[]> {
    const identifiers = await this.identifiersIn(tenantId, text);
    const [types, values] = [identifiers.map(([type]) => type), identifiers.map(([, value]) => value)];
    const rows = await this.database.readRecent<{ id: string }>(tenantId, FIND_USERS, [
      tenantId,
      text,
      most,
      types,
      values,
    ]);
    return rows.map(({ id }) => id);
  }

  private async users({ tenantId, limit }: SearchQuestion, ids: readonly string[]): Promise<FoundThing[]> {
    const values = [tenantId, ids.slice(0, limit), limit];
    return (await this.database.readRecent<FoundPerson>(tenantId, SELECT_USERS, values)).map(found);
  }

  private async members(
    { tenantId, appIds, limit }: SearchQuestion,
    newest: readonly FoundPerson[],
    ids: readonly string[],
  ): Promise<FoundThing[]> {
    const people = new Map(newest.map((one) => [one.id, one]));
    const others = ids.filter((id) => !people.has(id));
    const values = [tenantId, others, limit, appIds];
    for (const one of await this.database.readRecent<FoundPerson>(tenantId, SELECT_MEMBERS, values))
      people.set(one.id, one);
    return [...people.values()].slice(0, limit).map(found);
  }

  private async newestMembers(
    { tenantId, text, limit }: SearchQuestion,
    appIds: readonly string[],
  ): Promise<FoundPerson[]> {
    const ofEach = Math.max(20, Math.floor(LOOKED / Math.max(1, appIds.length)));
    const values = [tenantId, appIds, likePattern(text), limit, ofEach];
    const rows = await this.database.readRecent<FoundPerson>(tenantId, SELECT_NEWEST_MEMBERS, values);
    return [...new Map(rows.map((one) => [one.id, one])).values()];
  }

  /** What the text may be as an identifier. A number without a country is of any country of the tenant's Apps. */
  private async identifiersIn(tenantId: string, text: string): Promise<[LoginIdentifierType, string][]> {
    const email = parseEmailAddress(text);
    if (email !== null) return [['email', email]];
    const numbers = new Set<string>();
    for (const country of await this.countriesFor(tenantId, text)) {
      const number = parseMobileNumber(text, country);
      if (number !== null) numbers.add(number);
      // Each takes a fraction of a millisecond, and a tenant may have Apps of all countries there are.
      await turn();
    }
    return [...numbers].map((number) => ['mobile', number]);
  }

  private async countriesFor(tenantId: string, text: string): Promise<string[]> {
    if (text.startsWith('+')) return ['CN'];
    if (!NATIONAL_NUMBER.test(text)) return [];
    const rows = await this.database.read<{ country: string }>(
      tenantId,
      `SELECT DISTINCT registration ->> 'defaultCountry' AS country FROM apps WHERE tenant_id = $1 AND deleted_at IS NULL`,
      [tenantId],
    );
    return rows.map(({ country }) => country);
  }
}

/** How many users are looked at for members: among them are others, of other Apps. */
function lookedOf({ appIds, limit }: SearchQuestion): number {
  return appIds === null ? limit + LOOKED / 10 : LOOKED;
}

function found({ id, appId, displayName, type, value }: PersonRow): FoundThing {
  const identifier = type === null || value === null ? null : maskedIdentifier(type, value);
  return displayName === null
    ? { id, appId, title: identifier ?? id, subtitle: null }
    : { id, appId, title: displayName, subtitle: identifier };
}
