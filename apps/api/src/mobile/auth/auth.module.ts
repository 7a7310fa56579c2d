import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { MobileCaptchaModule } from '../captcha/captcha.module';
import { LoginController } from './login.controller';
import { OwnPasswordController } from './own-password.controller';
import { PasswordsController } from './passwords.controller';
import { RegistrationController } from './registration.controller';
import { SessionController } from './session.controller';
import { SmsLoginController } from './sms-login.controller';
import { StepUpController } from './step-up.controller';

@Module({
  imports: [ContentModule, MobileCaptchaModule],
  controllers: [
    RegistrationController,
    LoginController,
    SmsLoginController,
    SessionController,
    PasswordsController,
    OwnPasswordController,
    StepUpController,
  ],
})
export class MobileAuthModule {}
