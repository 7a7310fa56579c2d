import { Get, Inject, Injectable, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CONFIG, type Config } from '@libs/foundation';
import {
  type Client,
  DEFAULT_TENANT_CODE,
  LinkedPasswordsService,
  PasswordLinksService,
  type TenantIdentity,
} from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';
import { RequestClient } from '../http/request/client';
import { checkPassword } from '../http/fields/field-checks';
import { fieldMessage } from '../http/fields/field-messages';
import { readForm } from '../http/request/form-body';
import type { ApiRequest } from '../http/request/request';
import { ReadsBody } from '../http/request/route-body';
import { PageController } from '../surfaces/surfaces';
import { TEXTS } from '../locales/texts';
import { PAGE_HEADERS } from './layout';
import { pathFor } from './page-addresses';
import { PageProblemFilter } from './page-problem.filter';
import { donePage, formPage, type FormProblems, type PagePurpose } from './pages';

const TENANT_CODE = /^[a-z0-9_-]{1,64}$/;

/**
 * The pages behind mailed links while there is no console for them: forms without scripts, which call the same services
 * as the api. Opening a page does not use up its link, since scanners of mail servers open it, too.
 */
@Injectable()
abstract class PasswordPages {
  protected abstract readonly path: string;
  protected abstract readonly purpose: PagePurpose;

  constructor(
    private readonly links: PasswordLinksService,
    protected readonly passwords: LinkedPasswordsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  async show(@Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const { token } = request.query;
    const given = typeof token === 'string' ? token : '';
    const tenant = await this.links.tenantOf(given, this.purpose);
    send(request, response, 200, formPage(request.locale, this.form(tenant, given)));
  }

  @Post()
  @ReadsBody('urlencoded')
  async set(@Req() request: ApiRequest, @Res() response: Response, @RequestClient() client: Client): Promise<void> {
    const fields = await readForm(request, response, ['token', 'password', 'password_repeat']);
    const [token = '', password = ''] = [fields.get('token'), fields.get('password')];
    const tenant = await this.links.tenantOf(token, this.purpose);
    const problems = await this.problemsOf(request, password, fields.get('password_repeat') ?? '', () =>
      this.choose(token, password, client),
    );
    if (problems) {
      send(request, response, 422, formPage(request.locale, this.form(tenant, token), problems));
      return;
    }
    // After a redirect, going back or reloading the page does not send the password again.
    const query = tenant.code === DEFAULT_TENANT_CODE ? '' : `?tenant=${encodeURIComponent(tenant.code)}`;
    response.setHeader('Location', pathFor(this.config, `/${this.path}/done`) + query);
    send(request, response, 303, '');
  }

  @Get('done')
  showDone(@Req() request: ApiRequest, @Res() response: Response): void {
    const { tenant } = request.query;
    const steps = {
      documentation: this.config.http.swaggerEnabled ? pathFor(this.config, '/docs') : null,
      tenantCode: typeof tenant === 'string' && TENANT_CODE.test(tenant) ? tenant : null,
    };
    send(request, response, 200, donePage(request.locale, this.purpose, steps));
  }

  protected abstract choose(token: string, password: string, client: Client): Promise<void>;

  /** The problems of the password, first by itself and then for its owner; null when it was set. */
  private async problemsOf(
    { locale }: ApiRequest,
    password: string,
    repeat: string,
    choose: () => Promise<void>,
  ): Promise<FormProblems | null> {
    const problem = checkPassword(password);
    if (problem) return { password: fieldMessage({ field: 'password', ...problem }, locale) };
    if (password.normalize('NFC') !== repeat.normalize('NFC')) return { repeat: TEXTS[locale].passwordPages.differ };
    try {
      await choose();
      return null;
    } catch (error) {
      const [refusal] = error instanceof ValidationFailedError ? error.fields : [];
      if (!refusal) throw error;
      return { password: fieldMessage(refusal, locale) };
    }
  }

  private form(tenant: TenantIdentity, token: string) {
    return { purpose: this.purpose, tenantName: tenant.name, token, action: pathFor(this.config, `/${this.path}`) };
  }
}

@PageController('invite', PageProblemFilter)
export class InvitationPagesController extends PasswordPages {
  protected readonly path = 'invite';
  protected readonly purpose = 'invitation';

  protected choose(token: string, password: string): Promise<void> {
    return this.passwords.acceptInvitation(token, password, null);
  }
}

@PageController('reset-password', PageProblemFilter)
export class PasswordResetPagesController extends PasswordPages {
  protected readonly path = 'reset-password';
  protected readonly purpose = 'password_reset';

  protected choose(token: string, password: string, client: Client): Promise<void> {
    return this.passwords.reset(token, password, client);
  }
}

function send({ locale }: ApiRequest, response: Response, status: number, page: string): void {
  response.setHeaders(PAGE_HEADERS as Map<string, string>);
  response.setHeader('Content-Language', locale);
  response.vary('Accept-Language');
  response.status(status).end(page);
}
