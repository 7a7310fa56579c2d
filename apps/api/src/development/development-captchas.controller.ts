import { Get, Param } from '@nestjs/common';
import { DevelopmentCaptchas } from '@libs/captcha';
import { isUuid, ResourceNotFoundError } from '@libs/kernel';
import { DevelopmentController } from '../surfaces/surfaces';

/**
 * The solution of a challenge, for the automated tests of client developers: the proof passes the same checks as any
 * other. Registered only with NODE_ENV=development.
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
