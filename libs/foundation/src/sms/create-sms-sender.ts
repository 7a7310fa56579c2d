import type { SmsSettings } from '../config/sms-settings';
import type { DevelopmentOutbox } from '../mail/development-outbox';
import { AliyunSmsSender } from './aliyun-sms-sender';
import { HttpSmsSender } from './http-sms-sender';
import { LogSmsSender } from './log-sms-sender';
import type { SmsSender } from './sms-sender';
import { TwilioSmsSender } from './twilio-sms-sender';

export function createSmsSender(settings: SmsSettings, development: DevelopmentOutbox): SmsSender {
  switch (settings.driver) {
    case 'log':
      return new LogSmsSender(development);
    case 'http':
      return new HttpSmsSender(settings);
    case 'twilio':
      return new TwilioSmsSender(settings);
    case 'aliyun':
      return new AliyunSmsSender(settings);
  }
}
