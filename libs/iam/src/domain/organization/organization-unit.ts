import { type Changes, expectVersion, given, newId, type SettingsChanges } from '@libs/kernel';

/** The limit in characters. */
export const MAX_UNIT_NAME_LENGTH = 100;

/** The limit per unit. */
export const MAX_UNIT_MEMBERS = 1_000;

/** What a new unit has, and null brings back. */
const AT_FIRST = { managerUserId: null, sortOrder: 0 } as const;

interface Settings {
  /** A user of the tenant, who need not be a member of the unit. */
  readonly managerUserId: string | null;
  /** Position among the siblings, the lowest first. */
  readonly sortOrder: number;
}

export type UnitChanges = Changes<{ readonly name: string }> & SettingsChanges<Settings>;

export interface NewUnit extends SettingsChanges<Settings> {
  readonly name: string;
  readonly parentId?: string | null | undefined;
}

/** A department of a tenant, or a part of one. Its name is unique among those with the same parent. */
export class OrganizationUnit implements Settings {
  readonly tenantId: string;
  readonly id: string;
  /** The unit above it; null on the first level. */
  readonly parentId: string | null;
  readonly name!: string;
  readonly managerUserId!: string | null;
  readonly sortOrder!: number;
  readonly lockVersion: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;

  constructor(tenantId: string, { parentId, ...settings }: NewUnit, now: Date) {
    this.tenantId = tenantId;
    this.id = newId();
    this.parentId = parentId ?? null;
    Object.assign(this, AT_FIRST, settingsOf(settings));
    this.lockVersion = 1;
    this.createdAt = now;
    this.updatedAt = now;
  }

  expectVersion(lockVersion: number): void {
    expectVersion(this, lockVersion);
  }

  update(changes: UnitChanges, now: Date): void {
    this.change(settingsOf(changes), now);
  }

  /** With all below it. Whether it can lie there is known to the tree. */
  moveBelow(parentId: string | null, now: Date): void {
    this.change({ parentId }, now);
  }

  private change(state: Partial<OrganizationUnit>, now: Date): void {
    Object.assign(this, state, { lockVersion: this.lockVersion + 1, updatedAt: now });
  }
}

/** What a unit has after the changes, as far as they say something. */
function settingsOf({ name, managerUserId, sortOrder }: UnitChanges): Partial<Settings & { name: string }> {
  return given({ name, managerUserId, sortOrder: sortOrder === null ? AT_FIRST.sortOrder : sortOrder }, [
    'name',
    'managerUserId',
    'sortOrder',
  ]);
}
