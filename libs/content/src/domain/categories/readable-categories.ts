import type { LocalizedText } from '@libs/kernel';

export interface StoredCategory {
  readonly id: string;
  readonly parentId: string | null;
  readonly slug: string;
  readonly name: LocalizedText;
  readonly isActive: boolean;
}

/** A category that readers see. */
export interface ReadableCategory {
  readonly id: string;
  readonly slug: string;
  readonly name: LocalizedText;
  readonly parentSlug: string | null;
}

/** The categories of an App as readers see them: without disabled ones, and without what is below those. */
export class ReadableCategories {
  /** Each before those below it, brothers in the order that they were given in. */
  readonly all: readonly ReadableCategory[];
  /** Whether nothing is hidden, so that no article has to be left out. */
  readonly isComplete: boolean;
  private readonly byId: ReadonlyMap<string, ReadableCategory>;

  /** @param categories those of the App, brothers in their order. */
  constructor(categories: readonly StoredCategory[]) {
    const children = Map.groupBy(
      categories.filter(({ isActive }) => isActive),
      ({ parentId }) => parentId,
    );
    const inOrder = (parentId: string | null, parentSlug: string | null): ReadableCategory[] =>
      (children.get(parentId) ?? []).flatMap(({ id, slug, name }) => [
        { id, slug, name, parentSlug },
        ...inOrder(id, slug),
      ]);
    this.all = inOrder(null, null);
    this.isComplete = this.all.length === categories.length;
    this.byId = new Map(this.all.map((category) => [category.id, category]));
  }

  find(id: string): ReadableCategory | undefined {
    return this.byId.get(id);
  }

  /** The category with the slug and all below it; none if readers do not see it. */
  within(slug: string): ReadableCategory[] {
    const slugs = new Set([slug]);
    return this.all.filter((category) => {
      const isWithin = slugs.has(category.slug) || (category.parentSlug !== null && slugs.has(category.parentSlug));
      if (isWithin) slugs.add(category.slug);
      return isWithin;
    });
  }
}
