import { isUuid } from '@libs/kernel';
import { RichTextRefusedError } from './rich-text-problem';

/** Which images a text may show. */
export interface ImageSources {
  /** Those of other sites, over https. */
  readonly external: boolean;
  /** Those of the App, as `file:<id>`. */
  readonly pictures: boolean;
}

/** Of messages, which have no pictures of their own. */
export const EXTERNAL_IMAGES: ImageSources = { external: true, pictures: false };

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Pictures by the id of their file. */
export type PictureSizes = ReadonlyMap<string, PictureSize>;

/** Places in one body: each becomes a URL of a hundred characters, and each picture is looked up. */
const MAX_PICTURES = 100;
/** Of what an answer tells of images that were removed: as many, and as much of each. */
const MAX_TOLD = 100;
const MAX_TOLD_LENGTH = 2_000;
const MAX_TOLD_ID_LENGTH = 100;

/** For those who write texts. */
export const ABOUT_IMAGES = `Pictures are \`![alt](file:<id>)\` in Markdown and \`<img src="file:<id>">\` in HTML: clean files with the purpose \`content_image\`, of the App or of no App, in at most ${MAX_PICTURES} places of a language. Images of other sites are removed unless the App allows them over https.`;

const EXTERNAL = /^https:\/\//i;
const ELSEWHERE = /^(?:https?:)?\/\//i;
/** A path, such as that of a file on the computer of whoever pasted the text, names none of ours. */
export const PICTURE = /^file:(?!\/)/i;

/** The start of a picture in sanitised HTML: there `<` and `"` are markup alone, in texts they are escaped. */
const PLACE = /<img src="file:([0-9a-f-]{36})"/g;
const ELEMENT = /<img src="file:([0-9a-f-]{36})"([^>]*?) \/>/g;
const SIZE = / (width|height)="([^"]*)"/g;
const PIXELS = /^[1-9]\d{0,4}$/;

type Attributes = Readonly<Record<string, string>>;

/** Decides about each image of a text, and keeps what it found. */
export class ImagesInText {
  /** Ids in lower case, or what stands in their place. */
  readonly pictures = new Set<string>();
  /** The URLs of images of other sites that are not shown. */
  readonly removed = new Set<string>();
  private places = 0;

  /** @param form a text is stored as it was written; what is shown says where pictures belong. */
  constructor(
    private readonly sources: ImageSources,
    private readonly form: 'stored' | 'shown' = 'shown',
  ) {}

  get mayHavePictures(): boolean {
    return this.sources.pictures;
  }

  /**
   * The attributes that an image keeps; null if there is to be no image.
   *
   * @throws RichTextRefusedError
   */
  attributesOf({ loading: _loading, ...given }: Attributes): Attributes | null {
    const { src = '', ...others } = given;
    const source = src.trim();
    if (this.sources.pictures && PICTURE.test(source)) {
      const id = this.pictureOf(source);
      if (id === null) return others;
      return this.form === 'stored' ? { ...given, src: source } : { src: `file:${id}`, ...others, loading: 'lazy' };
    }
    if (this.sources.external && EXTERNAL.test(source)) return { ...given, src: source };
    if (!ELSEWHERE.test(source)) return others;
    if (this.removed.size < MAX_TOLD) this.removed.add(source.slice(0, MAX_TOLD_LENGTH).toWellFormed());
    return null;
  }

  private pictureOf(source: string): string | null {
    this.places += 1;
    if (this.places > MAX_PICTURES) throw new RichTextRefusedError('too_many_pictures', MAX_PICTURES);
    const named: unknown = source.slice('file:'.length);
    const id = isUuid(named) ? named.toLowerCase() : null;
    this.pictures.add(id ?? String(named).slice(0, MAX_TOLD_ID_LENGTH).toWellFormed());
    return id;
  }
}

/**
 * Sanitised HTML whose pictures say how large they are, so that nothing moves when they arrive. What an editor said of
 * that stays, and its other side follows. Pictures that are not there are left out.
 */
export function withPictureSizes(html: string, sizes: PictureSizes): string {
  return html.replaceAll(ELEMENT, (_, id: string, others: string) => {
    const size = sizes.get(id);
    if (!size) return '';
    const { width, height } = sizeOf(others, size);
    return `<img src="file:${id}"${others.replaceAll(SIZE, '')} width="${width}" height="${height}" />`;
  });
}

/** The HTML as readers get it. @param urlOf gives a URL without quotes. */
export function withPictureUrls(html: string, urlOf: (fileId: string) => string): string {
  return html.replaceAll(PLACE, (_, id: string) => `<img src="${urlOf(id)}"`);
}

function sizeOf(attributes: string, { width, height }: PictureSize): PictureSize {
  const given = new Map(
    [...attributes.matchAll(SIZE)].flatMap(([, name = '', value = '']) =>
      PIXELS.test(value) ? [[name, Number(value)] as const] : [],
    ),
  );
  const [wide, high] = [given.get('width'), given.get('height')];
  return {
    width: wide ?? (high === undefined ? width : Math.max(1, Math.round((high * width) / height))),
    height: high ?? (wide === undefined ? height : Math.max(1, Math.round((wide * height) / width))),
  };
}
