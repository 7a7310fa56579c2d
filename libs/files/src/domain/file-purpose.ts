export const PURPOSES = ['app_icon', 'onboarding_image', 'content_image', 'release_package', 'attachment'] as const;

/** The purpose of a file, which decides what it may contain. */
export type FilePurpose = (typeof PURPOSES)[number];

type ContentKind = 'image' | 'package' | 'attachment';

const KINDS: Readonly<Record<FilePurpose, ContentKind>> = {
  app_icon: 'image',
  onboarding_image: 'image',
  content_image: 'image',
  release_package: 'package',
  attachment: 'attachment',
};

export function contentKindOf(purpose: FilePurpose): ContentKind {
  return KINDS[purpose];
}

/** Whether a file must belong to an App: only its own App may publish a package. */
export function needsApp(purpose: FilePurpose): boolean {
  return purpose === 'release_package';
}

/** Limits on the size of files. */
export class FileLimits {
  constructor(
    private readonly limits: {
      readonly imageBytes: number;
      readonly imageMegapixels: number;
      readonly avatarMegapixels: number;
      readonly packageBytes: number;
      readonly attachmentBytes: number;
    },
  ) {}

  /** @param purpose null if the client has yet to send it: then the largest limit applies. */
  maxBytes(purpose: FilePurpose | null): number {
    const { imageBytes, packageBytes, attachmentBytes } = this.limits;
    if (purpose === null) return Math.max(imageBytes, packageBytes, attachmentBytes);
    return { image: imageBytes, package: packageBytes, attachment: attachmentBytes }[contentKindOf(purpose)];
  }

  get maxImageBytes(): number {
    return this.limits.imageBytes;
  }

  get maxPixels(): number {
    return this.limits.imageMegapixels * 1_000_000;
  }

  /** The limit for pictures of people: anybody may send one, and it is shown small. */
  get maxAvatarPixels(): number {
    return this.limits.avatarMegapixels * 1_000_000;
  }
}
