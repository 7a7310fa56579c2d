import { type ChangesOf, changesIn, field, fields, having, newId, type NewOf, only } from '@libs/kernel';
import { MAX_UNIT_LEVELS } from './organization-tree';

/** The limit per unit. */
export const MAX_UNIT_MEMBERS = 1_000;

/** Something that can be seen. */
const VISIBLE = { pattern: /^[^\p{Cc}]*[^\p{C}\p{Z}][^\p{Cc}]*$/u, patternCode: 'invalid_text' };

/** A department of a tenant, or a part of one. */
export const unit = fields({
  tenantId: field.uuid(),
  id: field.uuid(),
  parentId: field
    .uuid()
    .nullable()
    .initially(null)
    .about(`The parent unit; null on the first of at most ${MAX_UNIT_LEVELS} levels`)
    .example(null),
  name: field.text(100, VISIBLE).about('Unique among the units with the same parent, ignoring case').example('Support'),
  managerUserId: field
    .uuid()
    .nullable()
    .initially(null)
    .about('The manager of the unit: a user of the tenant, not necessarily a member of the unit; null for none')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'),
  sortOrder: field
    .integer(0, 1_000_000)
    .initially(0)
    .about('Position among the siblings, the lowest first')
    .example(10),
  lockVersion: field.lockVersion().initially(1),
  createdAt: field.instant().example('2026-11-20T08:00:00.000Z'),
  updatedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
  updatedBy: field.actor(),
});

/** What editors change. The place in the tree is changed by itself. */
export const unitSettings = only(unit, 'name', 'managerUserId', 'sortOrder');

export type UnitChanges = ChangesOf<typeof unitSettings>;
export type NewUnit = NewOf<Pick<typeof unit, 'name' | 'parentId' | 'managerUserId' | 'sortOrder'>>;

export class OrganizationUnit extends having(unit) {
  constructor(tenantId: string, { parentId = null, ...settings }: NewUnit, now: Date) {
    super({
      tenantId,
      id: newId(),
      parentId,
      name: settings.name,
      ...changesIn(unitSettings, settings),
      createdAt: now,
      updatedAt: now,
    });
  }

  update(changes: UnitChanges, now: Date): void {
    this.change(changesIn(unitSettings, changes), now);
  }

  /** With all below it. Whether it can lie there is known to the tree. */
  moveBelow(parentId: string | null, now: Date): void {
    this.change({ parentId }, now);
  }

  private change(state: Partial<OrganizationUnit>, now: Date): void {
    Object.assign(this, state, { lockVersion: this.lockVersion + 1, updatedAt: now });
  }
}
