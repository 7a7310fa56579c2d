import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FILE_VARIABLES, fileProblems, fileSettings } from './file-settings';
import { looksRandom, parseSecretKeys, parseSigningKeys } from './keys';
import { MAIL_VARIABLES, mailSettings } from './mail-settings';
import { OUTGOING_VARIABLES, outgoingProblems, outgoingSettings } from './outgoing-settings';
import { PUSH_VARIABLES, pushProblems, pushSettings } from './push-settings';
import { redisUrl } from './redis-url';
import { SMS_VARIABLES, smsProblems, smsSettings } from './sms-settings';
import { metricsSettings, TELEMETRY_VARIABLES, tracingSettings } from './telemetry-settings';
import { isTrustProxy, trustsEverybody } from './trusted-proxies';
import { flag, httpUrl, integer, list, url } from './values';

/** All problems at once, one per line; the process exits with EX_CONFIG (78, sysexits.h). */
export class ConfigurationError extends Error {
  static readonly exitCode = 78;

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

const postgresUrl = url(['postgres:', 'postgresql:'], 'a PostgreSQL URL, postgres://user:password@host:port/database');

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && !text.includes('*');
}

const ENVIRONMENT = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(0, 65_535).default(3000),
  PUBLIC_BASE_URL: httpUrl.optional(),
  ADMIN_BASE_URL: httpUrl.optional(),
  ALLOW_INSECURE_BASE_URL: flag.default(false),
  TRUST_PROXY: z
    .string()
    .refine(
      isTrustProxy,
      'must be a number of hops, loopback, or addresses and CIDRs (of one bit at least) separated by commas',
    )
    .optional(),
  CORS_ORIGINS: list(isOrigin, 'must be origins such as https://app.example.com, separated by commas'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_MIGRATION_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: integer(1, 500).default(20),
  DATABASE_ACQUIRE_TIMEOUT_MS: integer(100, 60_000).default(2_000),
  DATABASE_QUERY_TIMEOUT_MS: integer(100, 600_000).default(6_000),
  DATABASE_MIGRATION_QUERY_TIMEOUT_MS: integer(60_000, 86_400_000).default(3_600_000),
  DATABASE_PREPARED_STATEMENTS: flag.default(true),
  REDIS_URL: redisUrl.optional(),
  ...MAIL_VARIABLES,
  ...SMS_VARIABLES,
  ...FILE_VARIABLES,
  ...OUTGOING_VARIABLES,
  ...PUSH_VARIABLES,
  ...TELEMETRY_VARIABLES,
  JWT_PRIVATE_KEYS: z.string().optional(),
  SECRET_KEYS: z.string().optional(),
  BOOTSTRAP_ADMIN_EMAIL: z.email('must be an email address').optional(),
  BOOTSTRAP_ADMIN_PASSWORD: z
    .string()
    .min(12, 'must have 12 to 256 characters')
    .max(256, 'must have 12 to 256 characters')
    .optional(),
  RUN_MIGRATIONS: flag.optional(),
  RUN_WORKER: flag.optional(),
  CONSOLE_ENABLED: flag.default(true),
  SWAGGER_ENABLED: flag.optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),
  BUILD_COMMIT: z.string().max(64, 'must have at most 64 characters').optional(),
  RATE_LIMIT_ENABLED: flag.default(true),
  PASSWORD_BCRYPT_COST: integer(4, 16).default(12),
  RICH_TEXT_TIME_LIMIT_MS: integer(100, 60_000).default(5_000),
  FAN_OUT_BATCH_SIZE: integer(10, 100_000).default(10_000),
  STARTUP_WAIT_SECONDS: integer(1, 3_600).default(60),
  SHUTDOWN_DRAIN_SECONDS: integer(0, 600).optional(),
  SHUTDOWN_GRACE_SECONDS: integer(1, 600).default(30),
});

type Environment = z.infer<typeof ENVIRONMENT>;

/** The names of all variables. .env.example describes each of them. */
export const CONFIGURATION_VARIABLES: readonly string[] = Object.keys(ENVIRONMENT.shape);

/** What a value may be, where that can be said in a few signs: a range, or all values. For the reference. */
export function formOf(name: string): string | null {
  let schema = ENVIRONMENT.shape[name as keyof Environment] as z.ZodType;
  while (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) schema = schema.unwrap() as z.ZodType;
  if (schema instanceof z.ZodEnum) return schema.options.join(', ');
  const { form } = schema.meta() ?? {};
  return typeof form === 'string' ? form : null;
}

/** In production nothing is generated and nothing has an insecure default. */
const REQUIRED_IN_PRODUCTION = {
  DATABASE_URL: 'a PostgreSQL URL of a role that owns nothing',
  JWT_PRIVATE_KEYS: 'a JWKS with at least one private ES256 key, or the path of a file with one',
  SECRET_KEYS: 'keys as id:base64, newest first, separated by commas, each of at least 32 bytes',
  PUBLIC_BASE_URL: 'the URL under which clients reach this service',
  SMTP_URL: 'an SMTP URL, smtp://user:password@host:587',
} as const satisfies Partial<Record<keyof Environment, string>>;

export type Config = ReturnType<typeof loadConfig>;

interface Checks {
  /** Whether a password is among the most common ones. Passed in, because the list belongs to iam. */
  readonly isCommonPassword?: (password: string) => boolean;
}

/**
 * Reads and validates the whole configuration.
 *
 * @param environment usually `process.env`; every variable may also be given as `<NAME>_FILE`, the path of a file whose
 * content, without the final line break, is the value. Empty means absent.
 * @throws ConfigurationError that names every invalid variable.
 */
export function loadConfig(environment: NodeJS.ProcessEnv, { isCommonPassword = () => false }: Checks = {}) {
  const { values, problems } = collectValues(environment);
  const parsed = ENVIRONMENT.safeParse(values);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`));
  }
  const production = values['NODE_ENV'] === 'production';
  if (production) problems.push(...productionProblems(values));
  const signingKeys = attempt(() => parseSigningKeys(values['JWT_PRIVATE_KEYS']), 'JWT_PRIVATE_KEYS', problems);
  const secretKeys = attempt(() => parseSecretKeys(values['SECRET_KEYS']), 'SECRET_KEYS', problems);
  problems.push(...smsProblems(values), ...fileProblems(values), ...outgoingProblems(values), ...pushProblems(values));
  if (production) {
    if (secretKeys?.some(({ bytes }) => !looksRandom(bytes))) {
      problems.push('SECRET_KEYS must be random in production, as of `openssl rand -base64 32`');
    }
    if (isCommonPassword(values['BOOTSTRAP_ADMIN_PASSWORD'] ?? '')) {
      problems.push('BOOTSTRAP_ADMIN_PASSWORD must not be one of the most common passwords in production');
    }
  }
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems.sort());
  return shape(parsed.data, production, signingKeys, secretKeys);
}

function shape(
  env: Environment,
  production: boolean,
  signingKeys: ReturnType<typeof parseSigningKeys> | undefined,
  secretKeys: ReturnType<typeof parseSecretKeys> | undefined,
) {
  const publicBaseUrl = env.PUBLIC_BASE_URL ?? `http://localhost:${env.PORT}`;
  return {
    environment: env.NODE_ENV,
    production,
    http: {
      host: env.HOST,
      port: env.PORT,
      trustProxy: /^\d+$/.test(env.TRUST_PROXY ?? '') ? Number(env.TRUST_PROXY) : (env.TRUST_PROXY ?? false),
      corsOrigins: env.CORS_ORIGINS,
      consoleEnabled: env.CONSOLE_ENABLED,
      swaggerEnabled: env.SWAGGER_ENABLED ?? !production,
      rateLimitEnabled: env.RATE_LIMIT_ENABLED,
    },
    publicBaseUrl,
    /** Where the screens behind mailed links are. */
    adminBaseUrl: env.ADMIN_BASE_URL ?? (env.CONSOLE_ENABLED ? `${publicBaseUrl}/console` : publicBaseUrl),
    dataDirectory: env.DATA_DIR,
    database: {
      /** Undefined only outside production: the embedded PostgreSQL is started. */
      url: env.DATABASE_URL,
      migrationUrl: env.DATABASE_MIGRATION_URL,
      /** LISTEN needs a direct connection: a transaction-mode pooler does not support it. */
      listenUrl: env.DATABASE_LISTEN_URL,
      /** Administrators' large reads go there while it is fresh. */
      replicaUrl: env.DATABASE_REPLICA_URL,
      poolSize: env.DATABASE_POOL_SIZE,
      acquireTimeoutMs: env.DATABASE_ACQUIRE_TIMEOUT_MS,
      queryTimeoutMs: env.DATABASE_QUERY_TIMEOUT_MS,
      migrationQueryTimeoutMs: env.DATABASE_MIGRATION_QUERY_TIMEOUT_MS,
      preparedStatements: env.DATABASE_PREPARED_STATEMENTS,
      runMigrations: env.RUN_MIGRATIONS ?? !production,
    },
    redisUrl: env.REDIS_URL,
    mail: mailSettings(env, publicBaseUrl),
    sms: smsSettings(env),
    files: fileSettings(env, env.DATA_DIR),
    outgoing: outgoingSettings(env, production),
    push: pushSettings(env),
    metrics: metricsSettings(env),
    tracing: tracingSettings(env),
    keys: { signing: signingKeys, secrets: secretKeys },
    bootstrapAdmin: {
      email: env.BOOTSTRAP_ADMIN_EMAIL ?? (production ? undefined : 'admin@example.com'),
      password: env.BOOTSTRAP_ADMIN_PASSWORD,
    },
    runWorker: env.RUN_WORKER ?? env.REDIS_URL === undefined,
    buildCommit: env.BUILD_COMMIT ?? null,
    logLevel: env.LOG_LEVEL,
    passwordBcryptCost: env.PASSWORD_BCRYPT_COST,
    richText: { timeLimitMs: env.RICH_TEXT_TIME_LIMIT_MS },
    fanOut: { batchSize: env.FAN_OUT_BATCH_SIZE },
    startup: { waitSeconds: env.STARTUP_WAIT_SECONDS },
    shutdown: {
      drainSeconds: env.SHUTDOWN_DRAIN_SECONDS ?? (env.NODE_ENV === 'production' ? 5 : 0),
      graceSeconds: env.SHUTDOWN_GRACE_SECONDS,
    },
  };
}

function collectValues(environment: NodeJS.ProcessEnv) {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of CONFIGURATION_VARIABLES) {
    const file = environment[`${name}_FILE`];
    const value = environment[name];
    if (value) values[name] = value;
    if (!file) continue;
    if (value) {
      problems.push(`${name} and ${name}_FILE are both set; set one`);
      continue;
    }
    try {
      const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (content !== '') values[name] = content;
    } catch {
      problems.push(`${name}_FILE must be the path of a readable file`);
    }
  }
  return { values, problems };
}

function productionProblems(values: Readonly<Record<string, string>>): string[] {
  const problems = Object.entries(REQUIRED_IN_PRODUCTION)
    .filter(([name]) => !values[name])
    .map(([name, what]) => `${name} is required in production: ${what}`);
  if ((values['SMS_DRIVER'] ?? 'log') === 'log') {
    problems.push('SMS_DRIVER is required in production: http, twilio or aliyun');
  }
  const { TRUST_PROXY: trustProxy } = values;
  if (trustProxy && isTrustProxy(trustProxy) && trustsEverybody(trustProxy)) {
    problems.push('TRUST_PROXY must name your own proxies in production, and not nearly every address');
  }
  if (!flag.safeParse(values['ALLOW_INSECURE_BASE_URL']).data) {
    for (const name of ['PUBLIC_BASE_URL', 'ADMIN_BASE_URL'] as const) {
      const value = values[name] ?? '';
      if (URL.canParse(value) && new URL(value).protocol === 'http:') {
        problems.push(`${name} must be an https URL in production, or ALLOW_INSECURE_BASE_URL must be true`);
      }
    }
  }
  if (Number(values['PASSWORD_BCRYPT_COST'] ?? 12) < 10) {
    problems.push('PASSWORD_BCRYPT_COST must be at least 10 in production');
  }
  if (Boolean(values['BOOTSTRAP_ADMIN_EMAIL']) !== Boolean(values['BOOTSTRAP_ADMIN_PASSWORD'])) {
    problems.push('BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD must be set together in production');
  }
  return problems;
}

function attempt<T>(parse: () => T, name: string, problems: string[]): T | undefined {
  try {
    return parse();
  } catch (error) {
    problems.push(`${name} ${error instanceof Error ? error.message : 'is not valid'}`);
    return undefined;
  }
}
