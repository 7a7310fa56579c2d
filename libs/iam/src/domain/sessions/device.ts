import { field, fields, only, type ValuesOf } from '@libs/kernel';

export const DEVICE_PLATFORMS = ['android', 'ios', 'harmony'] as const;

/** An installation from which a member signed in, as the member sees it. */
export const device = fields({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905'),
  platform: field.one('MobilePlatform', DEVICE_PLATFORMS).nullable(),
  model: field.text(100).nullable().example('Pixel 9'),
  osVersion: field.text(50).nullable().example('16'),
  appVersion: field.text(64).nullable().example('1.4.0'),
  pushEnabled: field.flag(),
  lastSeenAt: field
    .instant()
    .about('Time of the last sign-in from the device, or of the last refresh of one of its sessions')
    .example('2026-11-21T09:45:00.000Z'),
  createdAt: field.instant(),
  current: field.flag().about('Whether the session of the request is on this device'),
});

/** What an installation reports about itself at a sign-in. */
export const deviceDetails = only(device, 'platform', 'model', 'osVersion', 'appVersion');

export type MobileDevice = ValuesOf<typeof device>;
export type DeviceDetails = ValuesOf<typeof deviceDetails>;
