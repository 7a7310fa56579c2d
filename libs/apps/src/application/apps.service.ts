import { Injectable } from '@nestjs/common';
import { PagesService } from '@libs/content';
import { Outbox, Transactions } from '@libs/kernel';
import { App, type NewApp } from '../domain/app';
import { AppCreated } from '../domain/app.events';
import { AppRepository } from '../domain/app.repository';

@Injectable()
export class AppsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: AppRepository,
    private readonly pages: PagesService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Creates an active App with its reserved pages and legal documents, none of them published yet: all or nothing.
   *
   * @throws ValidationFailedError when the default locale is not one of the supported.
   * @throws ResourceConflictError when the tenant has its default App already.
   */
  create(tenantId: string, input: NewApp): Promise<App> {
    return this.transactions.run(tenantId, async () => {
      const app = new App(tenantId, input);
      await this.apps.add(app);
      await this.pages.reserve({ tenantId, appId: app.id });
      await this.outbox.add(new AppCreated(app));
      return app;
    });
  }

  /** The App that was created with the tenant, null before that. */
  findDefault(tenantId: string): Promise<App | null> {
    return this.transactions.run(tenantId, () => this.apps.findDefault(tenantId));
  }
}
