import { Module } from '@nestjs/common';
import { CaptchaSweeper } from './infrastructure/captcha-sweeper';

/** What the process does that runs the sweeps, be it one that draws challenges or not. */
@Module({ providers: [CaptchaSweeper] })
export class CaptchaSweepsModule {}
