import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { LoginController } from './auth/login.controller';
import { RegistrationController } from './auth/registration.controller';
import { SessionController } from './auth/session.controller';

@Module({
  imports: [ContentModule],
  controllers: [RegistrationController, LoginController, SessionController],
})
export class MobileModule {}
