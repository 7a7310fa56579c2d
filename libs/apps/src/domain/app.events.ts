import type { DomainEvent } from '@libs/kernel';
import type { App } from './app';

export class AppCreated implements DomainEvent {
  readonly type = 'app.created';
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(app: App) {
    this.tenantId = app.tenantId;
    this.appId = app.id;
    this.data = { name: app.name, app_type: app.appType, is_default: app.isDefault };
  }
}
