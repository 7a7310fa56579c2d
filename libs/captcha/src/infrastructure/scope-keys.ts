import { Injectable } from '@nestjs/common';
import { sameSecret, Secrets } from '@libs/foundation';
import type { CaptchaCaller, CaptchaScope } from '../domain/captcha-scope';

/** A scope as stored in the row of a challenge. */
export interface SealedScope {
  readonly keyId: string;
  readonly hash: Buffer;
}

/** Keyed hashes in place of numbers, addresses and installations: the tables contain none of those. */
@Injectable()
export class ScopeKeys {
  constructor(private readonly secrets: Secrets) {}

  seal(scope: CaptchaScope): SealedScope {
    const keyId = this.secrets.currentKeyId;
    return { keyId, hash: this.hash(scope, keyId) };
  }

  /** Whether this is the scope that was sealed, compared in constant time. */
  isSame(scope: CaptchaScope, { keyId, hash }: SealedScope): boolean {
    return this.secrets.knows(keyId) && sameSecret(this.hash(scope, keyId), hash);
  }

  ofInstallation({ appId, deviceKey }: CaptchaCaller): Buffer {
    return this.secrets.hmac('captcha', ['installation', appId, deviceKey]);
  }

  /** The installation at its address. */
  ofCaller({ appId, deviceKey, addressKey }: CaptchaCaller): Buffer {
    return this.secrets.hmac('captcha', ['caller', appId, deviceKey, addressKey]);
  }

  private hash(scope: CaptchaScope, keyId: string): Buffer {
    const { appId, scene, mobile, addressKey, deviceKey, sessionId, stepUp } = scope;
    const parts = ['scope', appId, scene, mobile, addressKey, deviceKey, sessionId ?? ''];
    if (stepUp) parts.push(stepUp.identifierId, stepUp.purpose, stepUp.resource);
    return this.secrets.hmac('captcha', parts, keyId);
  }
}
