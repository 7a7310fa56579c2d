import { Get, Param } from '@nestjs/common';
import { DevelopmentCaptchas } from '@libs/captcha';
import { isUuid, ResourceNotFoundError } from '@libs/kernel';
import { DevelopmentController } from '../surfaces/surfaces';

/**
 * What solves a challenge, for the automated tests of those who develop against this service: the proof goes through
 * the same checks as any other. Part of the module with NODE_ENV=development only.
 */
@DevelopmentController('captchas')
export class DevelopmentCaptchasController {
  constructor(private readonly captchas: DevelopmentCaptchas) {}

  @Get(':captcha_id')
  async getRightResponse(@Param('captcha_id') id: string) {
    const response = isUuid(id) ? await this.captchas.rightResponse(id) : null;
    if (!response) throw new ResourceNotFoundError();
    return { data: { type: response.type, response } };
  }
}
