import type { OfferedRelease, Platform } from '@libs/releases';

const PACKAGE_EXTENSION = /\.(apk|aab|ipa|hap|app|wgt|zip)$/i;
const APK = 'application/vnd.android.package-archive';

/** The extension of a native app if neither its name nor its content tells. */
const NATIVE_EXTENSIONS: Readonly<Record<Platform, string>> = { android: 'apk', ios: 'ipa', harmony: 'hap' };

const MAX_ASCII_LENGTH = 100;

type Package = NonNullable<OfferedRelease['package']>;

/**
 * The Content-Disposition of a package. The name ends in the lower-case extension of its type, whatever it was called
 * when it was uploaded: clients choose by it how to install the package.
 */
export function packageDisposition(release: OfferedRelease['release'], asset: Package): string {
  const bare = asset.filename.replace(/[\s.]+$/u, '');
  const extension = extensionOf(bare, release, asset);
  const stem = bare.replace(PACKAGE_EXTENSION, '');
  const plain = `attachment; filename="${asciiOf(stem)}.${extension}"`;
  const name = `${stem || 'package'}.${extension}`;
  return name === `${asciiOf(stem)}.${extension}` ? plain : `${plain}; filename*=UTF-8''${encoded(name)}`;
}

function extensionOf(
  name: string,
  { packageType, platform }: OfferedRelease['release'],
  { mediaType }: Package,
): string {
  if (packageType === 'wgt') return 'wgt';
  const named = PACKAGE_EXTENSION.exec(name)?.[1]?.toLowerCase();
  if (named && named !== 'zip') return named;
  return mediaType === APK ? 'apk' : NATIVE_EXTENSIONS[platform];
}

/**
 * uni-app on HarmonyOS reads this name, always quoted, up to the next quote of either kind, ignoring escapes, and then
 * decodes it like a part of a URL. So it contains nothing that could be misread.
 */
function asciiOf(stem: string): string {
  const ascii = stem.normalize('NFKD').replaceAll(/\p{M}+/gu, '');
  const plain = ascii.replaceAll(/[^\w.]+/g, '-').slice(0, MAX_ASCII_LENGTH);
  return plain.replaceAll(/^[-.]+|[-.]+$/g, '') || 'package';
}

/** Encoded by RFC 8187, which reserves a few more characters than URLs do. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
