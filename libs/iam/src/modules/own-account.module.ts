import { Module } from '@nestjs/common';
import { FilesModule } from '@libs/files';
import { MemberContexts } from '../infrastructure/own-account/member-contexts';
import { MemberDevices } from '../infrastructure/own-account/member-devices';
import { PushTokens } from '../infrastructure/own-account/push-tokens';
import { PreferenceStore } from '../infrastructure/own-account/preference-store';
import { AvatarsService } from '../application/own-account/avatars.service';
import { DevicesService } from '../application/own-account/devices.service';
import { IdentifierAdditionsService } from '../application/own-account/identifier-additions.service';
import { IdentifierAdoption } from '../application/own-account/identifier-adoption';
import { LoginIdentifiersService } from '../application/own-account/login-identifiers.service';
import { OwnPasswordProofs } from '../application/own-account/own-password-proofs';
import { OwnPasswordService } from '../application/own-account/own-password.service';
import { OwnSessionsService } from '../application/own-account/own-sessions.service';
import { ProfilesService } from '../application/own-account/profiles.service';
import { AccountsModule } from './accounts.module';
import { CodesModule } from './codes.module';
import { HistoryModule } from './history.module';
import { PasswordsModule } from './passwords.module';
import { PersonalDataModule } from './personal-data.module';
import { RegistrationModule } from './registration.module';
import { SessionsModule } from './sessions.module';
import { SignInModule } from './sign-in.module';

const PROVIDERS = [
  AvatarsService,
  DevicesService,
  IdentifierAdditionsService,
  IdentifierAdoption,
  LoginIdentifiersService,
  MemberContexts,
  MemberDevices,
  OwnPasswordProofs,
  OwnPasswordService,
  OwnSessionsService,
  PreferenceStore,
  ProfilesService,
  PushTokens,
];

@Module({
  imports: [
    FilesModule,
    AccountsModule,
    HistoryModule,
    SessionsModule,
    CodesModule,
    PasswordsModule,
    RegistrationModule,
    PersonalDataModule,
    SignInModule,
  ],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class OwnAccountModule {}
