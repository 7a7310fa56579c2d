import { Injectable } from '@nestjs/common';
import { sameSecret, Secrets } from '@libs/foundation';

/** What a link leads to. It is good for exactly this, and for nobody else's. */
export interface LinkedPackage {
  readonly appId: string;
  readonly releaseId: string;
  readonly versionCode: number;
  readonly fileId: string;
  /** In lower-case hex. */
  readonly sha256: string;
}

/** The query of a link. */
export interface LinkTicket {
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

const LIFETIME_SECONDS = 600;

/** Links of the same minute are the same, so that answers with them can be kept. */
const STEP_SECONDS = 60;

/** Signed links to packages, for clients such as download managers that can send nothing but a URL. */
@Injectable()
export class PackageLinks {
  constructor(private readonly secrets: Secrets) {}

  /** A link that is good for nine to ten minutes. */
  sign(linked: LinkedPackage, now = Date.now()): LinkTicket {
    const minute = Math.floor(now / 1_000 / STEP_SECONDS) * STEP_SECONDS;
    const expires = minute + LIFETIME_SECONDS;
    return { expires, signature: this.signature(linked, expires, this.secrets.currentKeyId) };
  }

  /** Whether the link was made here, for this, with a key that is still known, and has not expired. */
  isGood(linked: LinkedPackage, { expires, signature }: LinkTicket, now = Date.now()): boolean {
    // The text is compared, not its bytes: of base64url several texts stand for the same bytes.
    const given = Buffer.from(signature);
    const matches = this.secrets.keyIds.map((keyId) =>
      sameSecret(Buffer.from(this.signature(linked, expires, keyId)), given),
    );
    return matches.includes(true) && now < expires * 1_000;
  }

  private signature(linked: LinkedPackage, expires: number, keyId: string): string {
    const { appId, releaseId, versionCode, fileId, sha256 } = linked;
    const parts = ['1', appId, releaseId, String(versionCode), fileId, sha256, String(expires)];
    return this.secrets.hmac('download', parts, keyId).toString('base64url');
  }
}
