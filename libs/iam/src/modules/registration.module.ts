import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { PendingRegistrations } from '../infrastructure/registration/pending-registrations';
import { RegistrantKeys } from '../infrastructure/registration/registrant-keys';
import { UnconfirmedUsers } from '../infrastructure/registration/unconfirmed-users';
import { AlreadyRegisteredMailHandler } from '../application/registration/already-registered-mail.handler';
import { ConfirmedRegistrations } from '../application/registration/confirmed-registrations';
import { EmailConfirmations } from '../application/registration/email-confirmations';
import { MobileRegistrationService } from '../application/registration/mobile-registration.service';
import { NumberOwners } from '../application/registration/number-owners';
import { OtpRequestsHandler } from '../application/registration/otp-requests.handler';
import { RegistrationConsents } from '../application/registration/registration-consents';
import { RegistrationService } from '../application/registration/registration.service';
import { RequestedRegistrations } from '../application/registration/requested-registrations';
import { UnverifiedAddresses } from '../application/registration/unverified-addresses';
import { AccountsModule } from './accounts.module';
import { CodesModule } from './codes.module';
import { MailsModule } from './mails.module';
import { PasswordsModule } from './passwords.module';

@Module({
  imports: [ContentModule, AccountsModule, MailsModule, CodesModule, PasswordsModule],
  providers: [
    AlreadyRegisteredMailHandler,
    ConfirmedRegistrations,
    EmailConfirmations,
    MobileRegistrationService,
    NumberOwners,
    OtpRequestsHandler,
    PendingRegistrations,
    RegistrantKeys,
    RegistrationConsents,
    RequestedRegistrations,
    RegistrationService,
    UnconfirmedUsers,
    UnverifiedAddresses,
  ],
  exports: [MobileRegistrationService, RegistrantKeys, RegistrationService, UnverifiedAddresses],
})
export class RegistrationModule {}
