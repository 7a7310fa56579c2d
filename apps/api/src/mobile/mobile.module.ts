import { Module } from '@nestjs/common';
import { CaptchaModule } from '@libs/captcha';
import { ContentModule } from '@libs/content';
import { AccountController } from './account/account.controller';
import { DataExportDownloadsController } from './account/data-export-downloads.controller';
import { LoginController } from './auth/login.controller';
import { OwnPasswordController } from './auth/own-password.controller';
import { PasswordsController } from './auth/passwords.controller';
import { RegistrationController } from './auth/registration.controller';
import { SessionController } from './auth/session.controller';
import { SmsLoginController } from './auth/sms-login.controller';
import { StepUpController } from './auth/step-up.controller';
import { CaptchaGate } from './captcha/captcha-gate';
import { CaptchaController } from './captcha/captcha.controller';
import { DevicesController } from './devices/devices.controller';
import { EventsController } from './events/events.controller';
import { MeModule } from './me/me.module';
import { OwnSessionsController } from './sessions/sessions.controller';
import { IdentifiersController } from './identifiers/identifiers.controller';

@Module({
  imports: [CaptchaModule, ContentModule, MeModule],
  controllers: [
    RegistrationController,
    LoginController,
    SmsLoginController,
    SessionController,
    PasswordsController,
    OwnPasswordController,
    StepUpController,
    IdentifiersController,
    CaptchaController,
    OwnSessionsController,
    DevicesController,
    EventsController,
    AccountController,
    DataExportDownloadsController,
  ],
  providers: [CaptchaGate],
})
export class MobileModule {}
