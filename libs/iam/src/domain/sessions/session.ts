import { field, fields, only, type ValuesOf } from '@libs/kernel';
import { LOGIN_METHODS } from '../accounts/login-identifier';
import { device } from './device';

/** A live session at an App, as its owner sees it. */
export const session = fields({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  ip: field.text().nullable().about('IP address at sign-in').example('203.0.113.7'),
  userAgent: field.text().nullable().about('User agent at sign-in').example('Example/1.4.0 (Android 16)'),
  loginMethod: field.one('LoginMethod', LOGIN_METHODS),
  createdAt: field.instant(),
  lastActiveAt: field
    .instant()
    .about('Time of the sign-in or of the last refresh; a client in use refreshes at least every 15 minutes')
    .example('2026-11-21T09:45:00.000Z'),
  expiresAt: field.instant().example('2026-12-21T09:45:00.000Z'),
});

/** The device of a session. */
export const sessionDevice = only(device, 'id', 'platform', 'model');

export type MemberSessionView = ValuesOf<typeof session> & { readonly device: ValuesOf<typeof sessionDevice> | null };
/** An administrator's, whose sessions have no App. */
export type AdminSessionView = Omit<ValuesOf<typeof session>, 'appId'>;
