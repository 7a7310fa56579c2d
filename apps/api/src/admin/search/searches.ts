import { Injectable } from '@nestjs/common';
import { AppSearch } from '@libs/apps';
import { ContentSearch } from '@libs/content';
import { FileSearch } from '@libs/files';
import { FairTurns } from '@libs/foundation';
import { type AdminSession, IamSearch } from '@libs/iam';
import type { FoundThing, ResourceSearch } from '@libs/kernel';
import { MessageSearch } from '@libs/notifications';
import { ReleaseSearch } from '@libs/releases';
import { SEARCH_GROUPS, SEARCH_TYPES, type SearchType } from './search-groups';

export interface FoundGroup {
  readonly type: SearchType;
  readonly items: readonly FoundThing[];
}

/** What is asked for with each key that somebody presses must not take the connections of everybody else. */
const TURNS = { atOnce: 8, eachAtOnce: 6, waitMs: 5_000, eachWaiting: 500, waiting: 2_000 };

/** The context of each type. */
type Contexts = { readonly [Type in SearchType]: ResourceSearch<Type> };

/** Searches all contexts at once for what the caller may read. */
@Injectable()
export class Searches {
  private readonly turns = new FairTurns(TURNS);
  private readonly contexts: Contexts;

  constructor(
    apps: AppSearch,
    content: ContentSearch,
    files: FileSearch,
    iam: IamSearch,
    messages: MessageSearch,
    releases: ReleaseSearch,
  ) {
    this.contexts = {
      app: apps,
      member: iam,
      release: releases,
      page: content,
      article: content,
      notice: messages,
      message: messages,
      file: files,
      user: iam,
      role: iam,
      tenant: iam,
    };
  }

  /** @param appId the only App in which is searched for what belongs to one, but Apps themselves; null for all. */
  async search(admin: AdminSession, text: string, appId: string | null, limit: number): Promise<FoundGroup[]> {
    const question = { tenantId: admin.tenantId, appIds: admin.appIds, text, limit };
    const narrowed = { ...question, appIds: appId === null ? admin.appIds : ownOf(admin, appId) };
    const readable = SEARCH_TYPES.filter((type) => isReadable(admin, type));
    const byContext = Map.groupBy(readable, (type): ResourceSearch<SearchType> => this.contexts[type]);
    const found = await Promise.all(
      [...byContext].map(([context, types]) => {
        const asked = types.includes('app') ? question : narrowed;
        return this.turns.take(asked.tenantId, () => context.search(types, asked));
      }),
    );
    return readable.flatMap((type) => {
      const items = found.flatMap((things) => things[type] ?? []);
      return items.length > 0 ? [{ type, items }] : [];
    });
  }
}

/** A caller that is limited to Apps sees nothing that belongs to none. */
function isReadable({ permissions, appIds }: AdminSession, type: SearchType): boolean {
  const { permission, isOfApps } = SEARCH_GROUPS[type];
  return permissions.has(permission) && (isOfApps || appIds === null);
}

function ownOf({ appIds }: AdminSession, appId: string): string[] {
  return appIds === null || appIds.includes(appId) ? [appId] : [];
}
