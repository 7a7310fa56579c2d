import { Module } from '@nestjs/common';
import { MobileCaptchaModule } from '../captcha/captcha.module';
import { IdentifiersController } from './identifiers.controller';

@Module({ imports: [MobileCaptchaModule], controllers: [IdentifiersController] })
export class IdentifiersModule {}
