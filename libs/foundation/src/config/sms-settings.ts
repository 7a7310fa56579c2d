import { z } from 'zod';
import { httpUrl } from './values';

/** The variables about SMS: the gateway that delivers them, and its settings. */
export const SMS_VARIABLES = {
  SMS_DRIVER: z.enum(['log', 'http', 'twilio', 'aliyun'], 'must be log, http, twilio or aliyun').default('log'),
  SMS_HTTP_URL: httpUrl.optional(),
  SMS_HTTP_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SMS_TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits')
    .optional(),
  SMS_TWILIO_AUTH_TOKEN: z.string().max(200, 'must have at most 200 characters').optional(),
  SMS_TWILIO_SENDER: z
    .string()
    .regex(/^(?:\+\d{6,15}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/, 'must be a number, a messaging service or a sender ID')
    .optional(),
  SMS_TWILIO_URL: httpUrl.default('https://api.twilio.com'),
  SMS_ALIYUN_ACCESS_KEY_ID: z.string().max(200, 'must have at most 200 characters').optional(),
  SMS_ALIYUN_ACCESS_KEY_SECRET: z.string().max(200, 'must have at most 200 characters').optional(),
  SMS_ALIYUN_SIGN_NAME: z.string().max(100, 'must have at most 100 characters').optional(),
  SMS_ALIYUN_TEMPLATE_CODE: z.string().max(100, 'must have at most 100 characters').optional(),
  SMS_ALIYUN_TEMPLATE_PARAMS: z
    .string()
    .regex(
      /^(?:code|minutes|app_name)(?:,(?:code|minutes|app_name))*$/,
      'must be of code, minutes and app_name, separated by commas',
    )
    .default('code'),
  SMS_ALIYUN_NOTICE_TEMPLATE_CODE: z.string().max(100, 'must have at most 100 characters').optional(),
  SMS_ALIYUN_NOTICE_TEMPLATE_PARAMS: z
    .string()
    .regex(/^(?:change|app_name)(?:,(?:change|app_name))*$/, 'must be of change and app_name, separated by commas')
    .default('change'),
  SMS_ALIYUN_URL: httpUrl.default('https://dysmsapi.aliyuncs.com'),
};

type SmsEnvironment = z.infer<z.ZodObject<typeof SMS_VARIABLES>>;

const REQUIRED_WITH: Readonly<Record<string, readonly (keyof SmsEnvironment)[]>> = {
  http: ['SMS_HTTP_URL', 'SMS_HTTP_SECRET'],
  twilio: ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_SENDER'],
  aliyun: [
    'SMS_ALIYUN_ACCESS_KEY_ID',
    'SMS_ALIYUN_ACCESS_KEY_SECRET',
    'SMS_ALIYUN_SIGN_NAME',
    'SMS_ALIYUN_TEMPLATE_CODE',
  ],
};

export function smsProblems(values: Readonly<Record<string, string>>): string[] {
  const driver = values['SMS_DRIVER'] ?? 'log';
  return (REQUIRED_WITH[driver] ?? [])
    .filter((name) => !values[name])
    .map((name) => `${name} is required with SMS_DRIVER=${driver}`);
}

export type SmsSettings = ReturnType<typeof smsSettings>;

export function smsSettings(env: SmsEnvironment) {
  switch (env.SMS_DRIVER) {
    case 'log':
      return { driver: 'log' as const };
    case 'http':
      return { driver: 'http' as const, url: env.SMS_HTTP_URL ?? '', secret: env.SMS_HTTP_SECRET ?? '' };
    case 'twilio':
      return {
        driver: 'twilio' as const,
        url: env.SMS_TWILIO_URL,
        accountSid: env.SMS_TWILIO_ACCOUNT_SID ?? '',
        authToken: env.SMS_TWILIO_AUTH_TOKEN ?? '',
        sender: env.SMS_TWILIO_SENDER ?? '',
      };
    case 'aliyun':
      return {
        driver: 'aliyun' as const,
        url: env.SMS_ALIYUN_URL,
        accessKeyId: env.SMS_ALIYUN_ACCESS_KEY_ID ?? '',
        accessKeySecret: env.SMS_ALIYUN_ACCESS_KEY_SECRET ?? '',
        signName: env.SMS_ALIYUN_SIGN_NAME ?? '',
        templateCode: env.SMS_ALIYUN_TEMPLATE_CODE ?? '',
        /** The variables that the template declares: the gateway refuses others. */
        templateParams: env.SMS_ALIYUN_TEMPLATE_PARAMS.split(','),
        noticeTemplateCode: env.SMS_ALIYUN_NOTICE_TEMPLATE_CODE ?? null,
        noticeTemplateParams: env.SMS_ALIYUN_NOTICE_TEMPLATE_PARAMS.split(','),
      };
  }
}
