import { Get, type INestApplication, type Type } from '@nestjs/common';
import { AdminController } from './surfaces';
import { AboutOneself, RequiresPermission } from '../auth/admin-access';
import { expectDeclaredAccess } from './declared-access';

@AdminController('declared', 'Apps')
class DeclaredController {
  @Get('one')
  @RequiresPermission('apps.read')
  one(): void {}

  @Get('self')
  @AboutOneself('auth.self')
  self(): void {}
}

@AdminController('undeclared', 'Apps')
class UndeclaredController {
  @Get('open/:id')
  open(): void {}
}

/** An application of these controllers, complete enough to list its routes. */
function applicationOf(...controllers: Type[]): INestApplication {
  const module = { controllers: new Map(controllers.map((metatype) => [metatype, { metatype }])) };
  return { get: () => new Map([['module', module]]) } as unknown as INestApplication;
}

describe('expectDeclaredAccess', () => {
  it('is content when every route says what it asks for', () => {
    expect(() => expectDeclaredAccess(applicationOf(DeclaredController))).not.toThrow();
  });

  it('names the routes that do not', () => {
    const app = applicationOf(DeclaredController, UndeclaredController);
    expect(() => expectDeclaredAccess(app)).toThrow(
      'No permission or scope is declared for: GET /admin-api/v1/undeclared/open/{id}',
    );
  });
});
