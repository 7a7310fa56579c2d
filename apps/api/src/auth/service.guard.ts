import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AddressDeniedError, KnownApiClients, ScopeDeniedError } from '@libs/iam';
import { auditedServiceRequest } from '../audit/audited-request';
import { clientAddress } from '../http/request/client-address';
import type { ApiRequest } from '../http/request/request';
import { AccessTokenStrategy, type TokenClaims } from './access-token.strategy';
import { BearerGuard } from './bearer.guard';
import { scopesOf } from './service-access';

/** Admits an API client whose token, and which itself, may be used at this moment, and puts it into the request. */
@Injectable()
export class ServiceGuard extends BearerGuard {
  constructor(
    strategy: AccessTokenStrategy,
    private readonly clients: KnownApiClients,
  ) {
    super(strategy);
  }

  protected override async admit(request: ApiRequest, claims: TokenClaims): Promise<boolean> {
    const client = 'clientId' in claims ? await this.clients.find(claims) : null;
    if (client) request.apiClient = client;
    return client !== null;
  }
}

/** Admits clients from where they may come, with a scope that the route declares. From here on writes are recorded. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const { apiClient: client } = request;
    if (!client) throw new Error('This guard must run after the one that finds the API client');
    const scopes = scopesOf(context.getHandler());
    const [required = ''] = scopes;
    const unrecorded = auditedServiceRequest(request, client, required);
    if (unrecorded) request.unrecorded = unrecorded;
    if (!client.networks.allows(clientAddress(request))) throw new AddressDeniedError();
    if (!scopes.some((scope) => client.scopes.has(scope))) {
      throw new ScopeDeniedError({ extra: { required_scope: required } });
    }
    return true;
  }
}
