import { join } from 'node:path';
import { z } from 'zod';
import { flag, httpUrl, integer } from './values';

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 999_999_999;
const CLAMAV_PORT = 3310;

/** The variables about files: where they are stored, how large they may be, and which scanner looks for malware. */
export const FILE_VARIABLES = {
  STORAGE_DRIVER: z.enum(['local', 's3'], 'must be local or s3').default('local'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().max(64, 'must have at most 64 characters').default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  CLAMAV_URL: z
    .string()
    .refine((value) => /^tcp:\/\/[^/]/.test(value) && URL.canParse(value), 'must be a URL such as tcp://clamav:3310')
    .optional(),
  FILE_IMAGE_MAX_BYTES: integer(1, MAX_BYTES).default(5 * MEBIBYTE),
  FILE_IMAGE_MAX_MEGAPIXELS: integer(1, 1_000).default(40),
  AVATAR_MAX_MEGAPIXELS: integer(1, 1_000).default(16),
  FILE_PACKAGE_MAX_BYTES: integer(1, MAX_BYTES).default(500 * MEBIBYTE),
  FILE_ATTACHMENT_MAX_BYTES: integer(1, MAX_BYTES).default(50 * MEBIBYTE),
};

type FileEnvironment = z.infer<z.ZodObject<typeof FILE_VARIABLES>>;

const REQUIRED_WITH_S3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export function fileProblems(values: Readonly<Record<string, string>>): string[] {
  if (values['STORAGE_DRIVER'] !== 's3') return [];
  return REQUIRED_WITH_S3.filter((name) => !values[name]).map((name) => `${name} is required with STORAGE_DRIVER=s3`);
}

export function fileSettings(env: FileEnvironment, dataDirectory: string) {
  return {
    /** Null if files are stored in `directory`. */
    s3:
      env.STORAGE_DRIVER === 's3'
        ? {
            /** Defaults to the endpoint of AWS for the region. */
            endpoint: env.S3_ENDPOINT,
            region: env.S3_REGION,
            bucket: env.S3_BUCKET ?? '',
            accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
            secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
            // Endpoints other than AWS rarely have a host name for each bucket.
            forcePathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
          }
        : null,
    directory: join(dataDirectory, 'files'),
    clamAv: env.CLAMAV_URL ? clamAvAddress(new URL(env.CLAMAV_URL)) : null,
    limits: {
      imageBytes: env.FILE_IMAGE_MAX_BYTES,
      imageMegapixels: env.FILE_IMAGE_MAX_MEGAPIXELS,
      avatarMegapixels: env.AVATAR_MAX_MEGAPIXELS,
      packageBytes: env.FILE_PACKAGE_MAX_BYTES,
      attachmentBytes: env.FILE_ATTACHMENT_MAX_BYTES,
    },
  };
}

function clamAvAddress({ hostname, port }: URL) {
  // Brackets around an IPv6 address belong to the URL, not to the host.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? CLAMAV_PORT : Number(port) };
}
