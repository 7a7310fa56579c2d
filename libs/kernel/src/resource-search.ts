import type { LocalizedText } from './locale';

/** What a tenant has by a text, for its administrators. */
export interface SearchQuestion {
  readonly tenantId: string;
  /** The Apps whose things are found; null for those of all, and those of none. */
  readonly appIds: readonly string[] | null;
  /** Found anywhere, in either case; or an id. */
  readonly text: string;
  readonly limit: number;
}

export interface FoundThing {
  /** By which administrators' routes name it. */
  readonly id: string;
  readonly appId: string | null;
  readonly title: string | LocalizedText;
  /** What tells it from others of the same title. */
  readonly subtitle: string | null;
}

export type FoundThings<Type extends string> = Partial<Record<Type, readonly FoundThing[]>>;

/** The things of a context that administrators search. */
export interface ResourceSearch<Type extends string> {
  /**
   * Of each type the best first. The work is bounded, whatever there is: of very many matches some may be passed over.
   *
   * @param types that whoever asks may read.
   */
  search(types: readonly Type[], question: SearchQuestion): Promise<FoundThings<Type>>;
}

/** One type after the other: a search has one connection in each context. */
export async function searchEach<Type extends string>(
  types: readonly Type[],
  find: (type: Type) => Promise<readonly FoundThing[]>,
): Promise<FoundThings<Type>> {
  const found: FoundThings<Type> = {};
  for (const type of types) found[type] = await find(type);
  return found;
}
