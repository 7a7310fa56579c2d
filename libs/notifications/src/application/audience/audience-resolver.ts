import { Injectable } from '@nestjs/common';
import { OrganizationQueries, RoleStore } from '@libs/iam';
import { type FieldError, ValidationFailedError } from '@libs/kernel';
import { RegionCodes } from '@libs/regions';
import type { Audience, AudienceFilter } from '../../domain/audience/audience';
import type { NotificationScope } from '../../domain/notification-scope';
import {
  type FoundRecipients,
  type NamedPlaces,
  NamedRecipientsQuery,
} from '../../infrastructure/audience/named-recipients';
import { parsedIdentifiers } from './parsed-identifiers';

/** The App whose members are chosen. */
export interface ResolvingScope extends NotificationScope {
  /** To which numbers without a country belong, as at the sign-in. */
  readonly defaultCountry: string;
}

/** People by their ids, and by what they sign in with, as somebody wrote it. */
export interface NamedPeople {
  readonly userIds?: readonly string[] | undefined;
  readonly identifiers?: readonly string[] | undefined;
}

export interface ResolvedAudience {
  /** With people by their ids alone. */
  readonly audience: Audience;
  /** The named who are no active members, by their positions. Nobody else is left out. */
  readonly unknown: NamedPlaces;
}

/** Finds whom an audience names when it is saved, and whether what it is filtered by is there. In the current transaction. */
@Injectable()
export class AudienceResolver {
  constructor(
    private readonly recipients: NamedRecipientsQuery,
    private readonly roles: RoleStore,
    private readonly units: OrganizationQueries,
    private readonly regions: RegionCodes,
  ) {}

  /**
   * For senders who may name people who are no members: those are left out.
   *
   * @param wanted as it was asked for, and is right by itself.
   * @throws ValidationFailedError for what is no address or number, and for unknown roles, units and regions.
   */
  async resolve(scope: ResolvingScope, { mode, userIds, identifiers, filter }: Audience): Promise<ResolvedAudience> {
    await this.expectKnown(scope.tenantId, filter);
    if (mode !== 'users') return { audience: { mode, userIds, filter }, unknown: { userIds: [], identifiers: [] } };
    const found = await this.find(scope, { userIds, identifiers }, 'audience.');
    return { audience: { mode, userIds: found.userIds, filter }, unknown: found.unknown };
  }

  /** The same, and whoever is named is an active member. @throws ValidationFailedError naming the positions of others. */
  async expect(scope: ResolvingScope, wanted: Audience): Promise<Audience> {
    const { audience, unknown } = await this.resolve(scope, wanted);
    expectNone(unknown, 'audience.');
    return audience;
  }

  /** For a request that names people without an audience. @returns their ids. @throws ValidationFailedError likewise. */
  async expectNamed(scope: ResolvingScope, named: NamedPeople): Promise<readonly string[]> {
    const { userIds, unknown } = await this.find(scope, named, '');
    expectNone(unknown, '');
    return userIds;
  }

  /** @param path of the lists, for errors. */
  private async find(
    scope: ResolvingScope,
    { userIds = [], identifiers = [] }: NamedPeople,
    path: string,
  ): Promise<FoundRecipients> {
    const parsed = await parsedIdentifiers(identifiers, scope.defaultCountry, `${path}identifiers`);
    return this.recipients.find(scope, { userIds, identifiers: parsed });
  }

  private async expectKnown(tenantId: string, filter: AudienceFilter): Promise<void> {
    const { roles = [], unit_ids: units = [], region_codes: regions = [] } = filter;
    const errors = [
      ...(await unknownIn('roles', 'unknown_role', roles, (codes) => this.roles.existing(tenantId, codes))),
      ...(await unknownIn('unit_ids', 'unknown_unit', units, (ids) => this.units.existing(tenantId, ids))),
      ...(await unknownIn('region_codes', 'unknown_region', regions, (codes) => this.regions.existing(codes))),
    ];
    if (errors.length > 0) throw new ValidationFailedError(errors);
  }
}

function expectNone(unknown: NamedPlaces, path: string): void {
  const errors = [
    ...unknown.userIds.map((place) => ({ field: `${path}user_ids.${place}`, code: 'unknown_member' })),
    ...unknown.identifiers.map((place) => ({ field: `${path}identifiers.${place}`, code: 'unknown_member' })),
  ];
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

async function unknownIn(
  key: keyof AudienceFilter,
  code: string,
  values: readonly string[],
  existing: (values: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<FieldError[]> {
  if (values.length === 0) return [];
  const known = await existing(values);
  return values.flatMap((value, place) =>
    known.has(value) ? [] : [{ field: `audience.filter.${key}.${place}`, code }],
  );
}
