import { Module } from '@nestjs/common';
import { AccountModule } from './account/account.module';
import { ArticlesModule } from './articles/articles.module';
import { MobileAuthModule } from './auth/auth.module';
import { MobileCaptchaModule } from './captcha/captcha.module';
import { DevicesModule } from './devices/devices.module';
import { EventsModule } from './events/events.module';
import { IdentifiersModule } from './identifiers/identifiers.module';
import { InboxModule } from './inbox/inbox.module';
import { MeModule } from './me/me.module';
import { OwnSessionsModule } from './sessions/sessions.module';

/** The members’ surface of an App, one module per folder. */
@Module({
  imports: [
    MobileAuthModule,
    ArticlesModule,
    IdentifiersModule,
    MobileCaptchaModule,
    OwnSessionsModule,
    DevicesModule,
    EventsModule,
    AccountModule,
    InboxModule,
    MeModule,
  ],
})
export class MobileModule {}
