import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, Secrets } from '@libs/foundation';
import { isUuid } from '@libs/kernel';

/** What a link shows. */
export type PreviewKind = 'articles' | 'pages' | 'picture';

/** A link to a draft or a picture of it, until it expires. */
export interface Preview {
  readonly kind: PreviewKind;
  readonly appId: string;
  /** Of the article, of the page or legal document, or of the file. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

export interface PreviewLink {
  readonly url: string;
  readonly expiresAt: Date;
}

const LIFETIME_SECONDS = 60 * 60;
/** The App, the expiry and the signature. */
const TOKEN = /^([0-9a-f-]{36})\.([1-9]\d{9,11})\.([\w-]{43})$/;

/**
 * Signed links that show a draft without signing in. Each is valid for one text of one App, or one picture. They follow
 * from keys alone: nothing is stored, and dropping the key ends them.
 */
@Injectable()
export class PreviewLinks {
  constructor(
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** A link that is valid for an hour. */
  create(preview: Omit<Preview, 'expires'>, now = Date.now()): PreviewLink {
    const expires = Math.floor(now / 1_000) + LIFETIME_SECONDS;
    return { url: this.urlOf({ ...preview, expires }), expiresAt: new Date(expires * 1_000) };
  }

  /** Where readers of the preview load a picture of it, as long as the preview itself. */
  pictureUrl({ appId, expires }: Preview, fileId: string): string {
    return this.urlOf({ kind: 'picture', appId, id: fileId, expires });
  }

  /** Where whoever writes a text loads its pictures for an hour. @param baseUrl where they reach this service. */
  pictureUrlsFor(appId: string, baseUrl: string, now = Date.now()): (fileId: string) => string {
    const expires = Math.floor(now / 1_000) + LIFETIME_SECONDS;
    return (fileId) => this.urlOf({ kind: 'picture', appId, id: fileId, expires }, baseUrl);
  }

  /** Null for a token that was not made here for this, or has expired. @param id may be any text. */
  find(kind: PreviewKind, id: string, token: unknown, now = Date.now()): Preview | null {
    const [, appId = '', seconds = '', signature = ''] = (typeof token === 'string' && TOKEN.exec(token)) || [];
    const preview = { kind, appId, id: id.toLowerCase(), expires: Number(seconds) };
    if (!isUuid(id) || !isUuid(appId) || !this.secrets.isSigned('preview', partsOf(preview), signature)) return null;
    return now < preview.expires * 1_000 ? preview : null;
  }

  /** With one parameter, so that it is the same in HTML. */
  private urlOf(preview: Preview, baseUrl = this.config.publicBaseUrl): string {
    const { kind, appId, id, expires } = preview;
    const token = `${appId}.${expires}.${this.secrets.sign('preview', partsOf(preview))}`;
    const path = kind === 'picture' ? `content-images/${id}` : `previews/${kind}/${id}`;
    return `${baseUrl}/api/v1/public/${path}?token=${token}`;
  }
}

function partsOf({ kind, appId, id, expires }: Preview): string[] {
  return ['1', kind, appId, id, String(expires)];
}
