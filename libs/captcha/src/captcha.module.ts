import { Module } from '@nestjs/common';
import { CaptchaSweepsModule } from './captcha-sweeps.module';
import { CaptchaChallengesService } from './application/captcha-challenges.service';
import { CaptchaProofsService } from './application/captcha-proofs.service';
import { ChallengeRenderer } from './domain/challenge-renderer';
import { CaptchaCounters } from './infrastructure/captcha-counters';
import { ChallengeStore } from './infrastructure/challenge-store';
import { DevelopmentCaptchas } from './infrastructure/development-captchas';
import { DrawingProcess } from './infrastructure/drawing-process';
import { QueuedChallengeRenderer } from './infrastructure/queued-challenge-renderer';
import { ScopeKeys } from './infrastructure/scope-keys';

@Module({
  imports: [CaptchaSweepsModule],
  providers: [
    CaptchaChallengesService,
    CaptchaCounters,
    CaptchaProofsService,
    ChallengeStore,
    DevelopmentCaptchas,
    ScopeKeys,
    { provide: ChallengeRenderer, useFactory: () => new QueuedChallengeRenderer(new DrawingProcess()) },
  ],
  exports: [CaptchaChallengesService, CaptchaProofsService, DevelopmentCaptchas],
})
export class CaptchaModule {}
