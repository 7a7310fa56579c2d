import { Get, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { DependencyUnavailableError, isUuid, ValidationFailedError } from '@libs/kernel';
import { ReleasePolicyUnavailableError } from '@libs/releases';
import type { Response } from 'express';
import { Answers, Raises } from '../../http/answers/answers';
import { type CachedAnswer, cachedAnswer, localised } from '../../http/answers/cached-answer';
import { AnsweredFromMemory, type KnownQuestion } from '../../surfaces/known-answers';
import { CurrentApp, DeviceKey, TakesDeviceKey } from '../../surfaces/parameters';
import { parseQuery, type Query } from '../../http/request/query';
import type { ApiRequest } from '../../http/request/request';
import { PublicController } from '../../surfaces/surfaces';
import { CACHE_HEADERS, Conditional, PUBLIC_MAX_AGE_SECONDS } from '../../http/answers/cacheable';
import { MobileAppVersionResponse } from './app-version.dto';
import { AppVersionParameters, readAppVersionQuery } from './app-version.query';
import { AppVersions } from './app-versions';
import { KnownAppVersions } from './known-app-versions';

@PublicController('app-version', 'Releases')
export class AppVersionController {
  constructor(
    private readonly versions: AppVersions,
    private readonly known: KnownAppVersions,
  ) {}

  @Get()
  @AnsweredFromMemory('knownAppVersion')
  @ApiOperation({
    summary: 'Get the upgrade policy for a client',
    description:
      'The release that the client gets and, with `version_code`, what the client should do. While a release is rolled out to only some devices, the answer is for the requesting device alone and must not be stored.',
  })
  @AppVersionParameters()
  @TakesDeviceKey('Without it the device is outside every rollout.')
  @Conditional()
  @Answers(MobileAppVersionResponse, { headers: CACHE_HEADERS })
  @Raises(ValidationFailedError, ReleasePolicyUnavailableError, DependencyUnavailableError)
  async getAppVersion(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey({}) deviceKey: string | null,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const query = readAppVersionQuery(request.query as Query);
    const { locale } = request;
    const { policy, isDeviceSpecific } = await this.versions.get(app, query, deviceKey, locale);
    if (!isDeviceSpecific) return cachedAnswer(policy, locale, PUBLIC_MAX_AGE_SECONDS);
    // Nothing in the URL distinguishes one device from another.
    response.setHeader('Cache-Control', 'no-store');
    localised(response, locale);
    return policy;
  }

  knownAppVersion({ app, search, headers, locale }: KnownQuestion): CachedAnswer | null {
    const deviceKey = headers['x-ak-device-key'];
    // A malformed key is refused even where no device differs.
    if (deviceKey !== undefined && !isUuid(deviceKey)) return null;
    return this.known.find(app, readAppVersionQuery(parseQuery(search)), locale);
  }
}
