import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { OperationsModule } from '@libs/operations';
import { MemberMobiles } from '../infrastructure/codes/member-mobiles';
import { OtpChallenges } from '../infrastructure/codes/otp-challenges';
import { OtpDerivation } from '../infrastructure/codes/otp-derivation';
import { OtpKeys } from '../infrastructure/codes/otp-keys';
import { OtpLimits } from '../infrastructure/codes/otp-limits';
import { OtpRequests } from '../infrastructure/codes/otp-requests';
import { SmsBudgets } from '../infrastructure/codes/sms-budgets';
import { StepUpTokens } from '../infrastructure/codes/step-up-tokens';
import { AccountChangeSmsHandler } from '../application/codes/account-change-sms.handler';
import { DueCodes } from '../application/codes/due-codes';
import { OtpMailHandler } from '../application/codes/otp-mail.handler';
import { OtpRequestsService } from '../application/codes/otp-requests.service';
import { OtpSends } from '../application/codes/otp-sends';
import { OtpSmsHandler, SmsBudgetAlertHandler } from '../application/codes/otp-sms.handlers';
import { OtpService } from '../application/codes/otp.service';
import { SmsAdmissions } from '../application/codes/sms-admissions';
import { StepUps } from '../application/codes/step-ups.service';
import { AccountsModule } from './accounts.module';
import { HistoryModule } from './history.module';
import { MailsModule } from './mails.module';

@Module({
  imports: [AppsModule, OperationsModule, AccountsModule, MailsModule, HistoryModule],
  providers: [
    AccountChangeSmsHandler,
    DueCodes,
    MemberMobiles,
    OtpChallenges,
    OtpDerivation,
    OtpKeys,
    OtpLimits,
    OtpMailHandler,
    OtpRequests,
    OtpRequestsService,
    OtpSends,
    OtpService,
    OtpSmsHandler,
    SmsBudgetAlertHandler,
    SmsAdmissions,
    SmsBudgets,
    StepUpTokens,
    StepUps,
  ],
  exports: [MemberMobiles, OtpChallenges, OtpRequests, OtpRequestsService, OtpSends, OtpService, StepUps],
})
export class CodesModule {}
