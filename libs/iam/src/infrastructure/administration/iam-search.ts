import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import {
  type FoundThing,
  type FoundThings,
  likePattern,
  type ResourceSearch,
  searchEach,
  type SearchQuestion,
} from '@libs/kernel';
import { PeopleSearch } from './people-search';

type Searched = 'member' | 'user' | 'role' | 'tenant';

/** There are few of them. */
const SELECT_ROLES = `
  SELECT code AS id, NULL AS "appId", name AS title, code AS subtitle FROM roles
   WHERE tenant_id = $1 AND (code ILIKE $2 OR name ILIKE $2)
   ORDER BY (code ILIKE $3 OR name ILIKE $3) DESC, created_at DESC, code LIMIT $4`;

/** All of them, as the platform's administrators have them in their list. */
const SELECT_TENANTS = `
  SELECT id, NULL AS "appId", name AS title, code AS subtitle FROM tenants
   WHERE code ILIKE $1 OR name ILIKE $1 OR id::text = lower($3)
   ORDER BY (code ILIKE $2 OR name ILIKE $2) DESC, created_at DESC, id LIMIT $4`;

/** Members, users and roles of a tenant, and the tenants of the platform. */
@Injectable()
export class IamSearch implements ResourceSearch<Searched> {
  constructor(
    private readonly database: Database,
    private readonly people: PeopleSearch,
  ) {}

  async search(types: readonly Searched[], question: SearchQuestion): Promise<FoundThings<Searched>> {
    const people = types.filter((type) => type === 'member' || type === 'user');
    const others = types.filter((type) => type === 'role' || type === 'tenant');
    return {
      ...(people.length > 0 && (await this.people.search(people, question))),
      ...(await searchEach(others, (type) => (type === 'role' ? this.roles(question) : this.tenants(question)))),
    };
  }

  private roles({ tenantId, text, limit }: SearchQuestion): Promise<FoundThing[]> {
    const contained = likePattern(text) ?? '';
    const values = [tenantId, contained, contained.slice(1), limit];
    return this.database.read<FoundThing & Record<string, unknown>>(tenantId, SELECT_ROLES, values);
  }

  private tenants({ text, limit }: SearchQuestion): Promise<FoundThing[]> {
    const contained = likePattern(text) ?? '';
    const values = [contained, contained.slice(1), text, limit];
    return this.database.readAsSystem<FoundThing & Record<string, unknown>>(SELECT_TENANTS, values);
  }
}
