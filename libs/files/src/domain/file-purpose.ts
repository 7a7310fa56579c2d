export const PURPOSES = ['app_icon', 'onboarding_image', 'content_image', 'release_package', 'attachment'] as const;

/** What a file is for, which decides what it may contain. */
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

/** Whether a file must be of an App: a package is published by one, and by no other. */
export function needsApp(purpose: FilePurpose): boolean {
  return purpose === 'release_package';
}

/** How much a file may be. */
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

  /** @param purpose null where the client has yet to tell: the largest of all. */
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

  /** Of what is drawn anew: anybody may send one, and it is shown small. */
  get maxAvatarPixels(): number {
    return this.limits.avatarMegapixels * 1_000_000;
  }
}
