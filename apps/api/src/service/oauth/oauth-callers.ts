import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type AuthenticatedClient, type ClientCredentials, ClientTokensService } from '@libs/iam';
import { addressKey, clientAddress } from '../../http/request/client-address';
import { userAgentOf } from '../../http/request/client';
import type { ApiRequest } from '../../http/request/request';
import { RateLimits } from '../../rate-limits/rate-limits';

/**
 * Who asks for tokens. It is found out before anything is counted, at the price of one hash and one look-up: so a client
 * has an allowance of its own at each address, and what others at that address, or with its id, do wrong never refuses
 * what is right. What is refused counts by address.
 */
@Injectable()
export class OAuthCallers {
  constructor(
    private readonly tokens: ClientTokensService,
    private readonly limits: RateLimits,
  ) {}

  /** @param read reads the request; what it throws is counted. @throws RateLimitedError */
  async reading<T>(request: ApiRequest, response: Response, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (refusal) {
      await this.countRefusal(request, response);
      throw refusal;
    }
  }

  /** @throws OAuthInvalidClientError, RateLimitedError */
  async authenticate(
    request: ApiRequest,
    response: Response,
    credentials: ClientCredentials,
  ): Promise<AuthenticatedClient> {
    const origin = {
      ip: clientAddress(request),
      addressKey: addressKey(request),
      userAgent: userAgentOf(request),
    };
    const check = await this.tokens.check(credentials, origin);
    if (check.client) {
      await this.limits.count('oauth', `${check.client.id}:${origin.addressKey}`, response);
      return check.client;
    }
    // First here: beyond it the database has nothing more to count.
    await this.countRefusal(request, response);
    return this.tokens.refuse(credentials, check, origin);
  }

  private async countRefusal(request: ApiRequest, response: Response): Promise<void> {
    await this.limits.count('oauth_refused', addressKey(request), response);
  }
}
