import { Get, Inject, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config, VERSION } from '@libs/foundation';
import { DEFAULT_TENANT_CODE } from '@libs/iam';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { answerHeaders } from '../http/answers/answer-headers';
import { AnswersBare } from '../http/answers/answers';
import { ConsoleController } from '../surfaces/surfaces';
import { ConsoleEnvironmentResponse } from './console-environment.dto';

@ConsoleController()
export class ConsoleEnvironmentController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('env.json')
  @ApiOperation({
    summary: 'Get what the console has to know of the installation',
    description:
      'The version of the service, whether it runs in development mode, and what it offers. Nothing in the answer is secret.',
  })
  @AnswersBare(ConsoleEnvironmentResponse, { headers: answerHeaders('Cache-Control.no-cache') })
  getConsoleEnvironment(@Res({ passthrough: true }) response: Response) {
    const { production, buildCommit, mail, sms, http } = this.config;
    response.setHeader('Cache-Control', 'no-cache');
    return new ConsoleEnvironmentResponse({
      version: VERSION,
      commit: buildCommit,
      environment: production ? 'production' : 'development',
      mail: mail.smtpUrl === undefined ? 'outbox' : 'smtp',
      sms: sms.driver === 'log' ? 'outbox' : 'gateway',
      docs: http.swaggerEnabled,
      defaultTenantCode: DEFAULT_TENANT_CODE,
      locales: SUPPORTED_LOCALES,
    });
  }
}
