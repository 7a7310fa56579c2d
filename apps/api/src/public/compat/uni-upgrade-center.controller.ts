import { Body, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { ValidationFailedError } from '@libs/kernel';
import type { Response } from 'express';
import { AppGuard } from '../../auth/app.guard';
import { LOCALISED } from '../../http/answers/answer-headers';
import { AnswersBare, Raises } from '../../http/answers/answers';
import { localised } from '../../http/answers/cached-answer';
import { DeviceKey, TakesDeviceKey } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { OpenController } from '../../surfaces/surfaces';
import { TEXTS } from '../../locales/texts';
import { UniUpgradeCenterRequest, UniUpgradeCenterResponse } from './uni-upgrade-center.dto';
import { UNI_UPGRADE_CODES, type UniUpgradeCode } from './uni-upgrade-choice';
import { readUniUpgradeRequest } from './uni-upgrade-request';
import { UniUpgrades } from './uni-upgrades';

@OpenController('public/compat/uni-upgrade-center', 'Releases')
export class UniUpgradeCenterController {
  constructor(
    private readonly apps: AppGuard,
    private readonly upgrades: UniUpgrades,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Check for an upgrade with the uni-upgrade-center protocol',
    description:
      'Serves clients of DCloud’s uni-upgrade-center: bare JSON with the codes and field names of that protocol, decided in the same way as `GET /api/v1/public/app-version`. `appid` or `X-AppID` names the App; if both are given, they must agree.',
  })
  @ApiBody({ type: UniUpgradeCenterRequest })
  @TakesDeviceKey('Without it the device is outside every rollout.')
  @AnswersBare(UniUpgradeCenterResponse, { headers: LOCALISED })
  @Raises(ValidationFailedError)
  async checkUniUpgrade(
    @Body() body: unknown,
    @DeviceKey({}) deviceKey: string | null,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const known = request.currentApp;
    const asked = readUniUpgradeRequest(body, request.headers['user-agent'], known === undefined);
    const app = asked && (known ?? (await this.apps.adoptOfDcloud(request, asked.appid ?? '')));
    localised(response, request.locale);
    if (!asked) return answer(request, UNI_UPGRADE_CODES.malformed);
    if (!app || isAnother(app, asked.appid)) return answer(request, UNI_UPGRADE_CODES.nothingPublished);
    return this.upgrades.check(app, asked, deviceKey, request.locale);
  }
}

function answer({ locale }: ApiRequest, code: UniUpgradeCode) {
  return new UniUpgradeCenterResponse({ code, message: TEXTS[locale].uniUpgrade[code] });
}

/** Whether header and body name different Apps. An App without a dcloud_appid may be called anything. */
function isAnother({ dcloudAppid }: AppSnapshot, appid: string | null): boolean {
  return dcloudAppid !== null && appid !== null && dcloudAppid !== appid;
}
