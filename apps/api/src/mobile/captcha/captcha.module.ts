import { Module } from '@nestjs/common';
import { CaptchaModule } from '@libs/captcha';
import { CaptchaGate } from './captcha-gate';
import { CaptchaController } from './captcha.controller';

@Module({
  imports: [CaptchaModule],
  controllers: [CaptchaController],
  providers: [CaptchaGate],
  exports: [CaptchaGate],
})
export class MobileCaptchaModule {}
