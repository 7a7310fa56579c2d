import { Module } from '@nestjs/common';
import { CaptchaSweeper } from './infrastructure/captcha-sweeper';

/** Deletes expired challenges, in the process that runs the sweeps, whether or not it draws challenges. */
@Module({ providers: [CaptchaSweeper] })
export class CaptchaSweepsModule {}
