import { Injectable } from '@nestjs/common';
import { type LinkTicket, Secrets } from '@libs/foundation';

/** The package of a link. The link is valid for exactly this package and App. */
export interface LinkedPackage {
  readonly appId: string;
  readonly releaseId: string;
  readonly versionCode: number;
  readonly fileId: string;
  /** In lower-case hex. */
  readonly sha256: string;
}

const LIFETIME_SECONDS = 600;

/** Links of the same minute are identical, so that answers that contain them can be cached. */
const STEP_SECONDS = 60;

/** Signed links to packages, for clients such as download managers that can send nothing but a URL. */
@Injectable()
export class PackageLinks {
  constructor(private readonly secrets: Secrets) {}

  /** A link that is valid for nine to ten minutes. */
  sign(linked: LinkedPackage, now = Date.now()): LinkTicket {
    const expires = this.expiry(now);
    return { expires, signature: this.secrets.sign('download', partsOf(linked, expires)) };
  }

  /** When a link made now expires, in seconds since 1970: all that are made in one minute expire at once. */
  expiry(now: number): number {
    return Math.floor(now / 1_000 / STEP_SECONDS) * STEP_SECONDS + LIFETIME_SECONDS;
  }

  /** Whether the link was made here for this package, with a key that is still configured, and has not expired. */
  isGood(linked: LinkedPackage, { expires, signature }: LinkTicket, now = Date.now()): boolean {
    return this.secrets.isSigned('download', partsOf(linked, expires), signature) && now < expires * 1_000;
  }
}

function partsOf({ appId, releaseId, versionCode, fileId, sha256 }: LinkedPackage, expires: number): string[] {
  return ['1', appId, releaseId, String(versionCode), fileId, sha256, String(expires)];
}
