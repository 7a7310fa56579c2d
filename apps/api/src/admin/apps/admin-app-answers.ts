import { Injectable } from '@nestjs/common';
import type { AppDetails } from '@libs/apps';
import { MemberCounts } from '@libs/iam';
import type { ListPage } from '@libs/kernel';
import { AdminAppListResponse, AdminAppResponse } from './admin-app-responses.dto';
import type { AdminAppListQuery } from './admin-apps.dto';

/** Apps together with the number of their members. */
@Injectable()
export class AdminAppAnswers {
  constructor(private readonly members: MemberCounts) {}

  async one(tenantId: string, app: AppDetails): Promise<AdminAppResponse> {
    const counts = await this.members.of(tenantId, [app.id]);
    return new AdminAppResponse({ ...app, memberCount: counts.get(app.id) ?? 0 });
  }

  async list(
    tenantId: string,
    query: AdminAppListQuery,
    { items, total }: ListPage<AppDetails>,
  ): Promise<AdminAppListResponse> {
    const ids = items.map(({ id }) => id);
    const counts = await this.members.of(tenantId, ids);
    const counted = items.map((app) => ({ ...app, memberCount: counts.get(app.id) ?? 0 }));
    return new AdminAppListResponse(query, { items: counted, total });
  }
}
