import { describeWithHelm, refusal, type Values } from './support/helm';

/** Values that would not start, and the sentence that each is refused with. */
const REFUSED: Readonly<Record<string, readonly [Values, string]>> = {
  'no image': [{ image: { repository: '' } }, 'image.repository is required: the registry and the name of the image'],
  'no base URL': [{ config: { PUBLIC_BASE_URL: null } }, 'config.PUBLIC_BASE_URL is required: the https URL'],
  'a base URL without TLS': [
    { config: { PUBLIC_BASE_URL: 'http://api.example.com' } },
    'config.PUBLIC_BASE_URL must be an https URL, or config.ALLOW_INSECURE_BASE_URL must be true',
  ],
  'a base URL that is none': [
    { config: { ADMIN_BASE_URL: 'console.example.com' } },
    'config.ADMIN_BASE_URL must be an https URL, and is console.example.com',
  ],
  'no gateway of SMS': [{ config: { SMS_DRIVER: null } }, 'config.SMS_DRIVER is required: how SMS are sent'],
  'a gateway without its address': [
    { config: { SMS_HTTP_URL: null } },
    'config.SMS_HTTP_URL is required with SMS_DRIVER=http',
  ],
  'a gateway without its secret': [
    { secrets: { variables: { SMS_HTTP_SECRET: null } } },
    'secrets.variables.SMS_HTTP_SECRET is required with SMS_DRIVER=http',
  ],
  'a bucket without a name': [{ config: { S3_BUCKET: '' } }, 'config.S3_BUCKET is required with STORAGE_DRIVER=s3'],
  'a bucket with a wrong name': [{ config: { S3_BUCKET: 'Files!' } }, 'config.S3_BUCKET must be the name of a bucket'],
  'files that would be lost with their pod': [
    { config: { STORAGE_DRIVER: 'local' } },
    'persistence.enabled is required with config.STORAGE_DRIVER=local',
  ],
  'no database': [
    { secrets: { variables: { DATABASE_URL: null } } },
    'secrets.variables.DATABASE_URL is required: the reference to a PostgreSQL URL of a role that owns nothing',
  ],
  'no keys': [
    { secrets: { variables: { JWT_PRIVATE_KEYS: null } } },
    'secrets.variables.JWT_PRIVATE_KEYS is required: the reference to a JWKS',
  ],
  'a secret among values': [
    { config: { SECRET_KEYS: 'k1:c2VjcmV0' } },
    'config.SECRET_KEYS is a secret, and values are kept in plain text',
  ],
  'a password in a URL': [
    { config: { REDIS_URL: 'redis://:password@redis' } },
    'config.REDIS_URL contains a password, and values are kept in plain text',
  ],
  'a password among the parameters of a URL': [
    { config: { REDIS_URL: 'redis://redis?password=password' } },
    'config.REDIS_URL contains a password, and values are kept in plain text',
  ],
  'a password of sentinels in a URL': [
    { config: { REDIS_URL: 'redis-sentinel://sentinel?sentinel_password=password#mymaster' } },
    'config.REDIS_URL contains a password, and values are kept in plain text',
  ],
  'sentinels without the name of the primary': [
    { config: { REDIS_URL: 'redis-sentinel://sentinel-0:26379,sentinel-1:26379' } },
    'config.REDIS_URL must be a Redis URL: redis://host:port, redis-sentinel://host:port,host:port#primary',
  ],
  'a value twice': [
    { config: { REDIS_URL: 'redis://redis' }, secrets: { variables: { REDIS_URL: {} } } },
    'config.REDIS_URL and secrets.variables.REDIS_URL are both set; set one',
  ],
  'what the chart decides': [
    { config: { RUN_WORKER: true } },
    'config.RUN_WORKER is not to be set: see worker.enabled',
  ],
  'what the chart decides, as a secret': [
    { secrets: { variables: { PORT: {} } } },
    'secrets.variables.PORT is not to be set: see service.port',
  ],
  'what the chart decides, among other variables': [
    { worker: { extraEnv: [{ name: 'METRICS_ENABLED', value: 'false' }] } },
    'worker.extraEnv must not contain METRICS_ENABLED: see metrics.enabled',
  ],
  'what config sets, among other variables': [
    { extraEnv: [{ name: 'S3_BUCKET_FILE', value: '/bucket' }] },
    'extraEnv must not contain S3_BUCKET_FILE, which config or secrets.variables sets',
  ],
  'test aids': [
    { config: { OUTGOING_ALLOWED_ADDRESSES: '10.0.0.1' } },
    'config.OUTGOING_ALLOWED_ADDRESSES is not to be set: it is for tests and development',
  ],
  'half an administrator': [
    { config: { BOOTSTRAP_ADMIN_EMAIL: 'ada@example.com' } },
    'config.BOOTSTRAP_ADMIN_EMAIL and secrets.variables.BOOTSTRAP_ADMIN_PASSWORD must be set together',
  ],
  'too many proxies': [{ config: { TRUST_PROXY: 40 } }, 'config.TRUST_PROXY must name your own proxies'],
  'everybody as a proxy': [{ config: { TRUST_PROXY: '0.0.0.0/0' } }, 'config.TRUST_PROXY must name your own proxies'],
  'webhooks to the machine itself': [
    { config: { WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8, 127.0.0.1' } },
    'config.WEBHOOK_ALLOWED_CIDRS must not contain loopback, link-local or metadata addresses',
  ],
  'no time to finish': [
    { config: { SHUTDOWN_GRACE_SECONDS: 10, SHUTDOWN_DRAIN_SECONDS: 8 } },
    'config.SHUTDOWN_GRACE_SECONDS must be more than config.SHUTDOWN_DRAIN_SECONDS and five',
  ],
  'secrets of no Secret': [
    { secrets: { name: '' } },
    'secrets.name is required, or secrets.variables.DATABASE_URL.name: the Secret that has the variable',
  ],
  'External Secrets without a store': [
    { secrets: { external: { enabled: true, remoteKey: 'appkernel' } } },
    'secrets.external.storeRef.name is required with secrets.external.enabled',
  ],
  'External Secrets without an entry': [
    { secrets: { external: { enabled: true, storeRef: { name: 'vault' } } } },
    'secrets.external.remoteKey is required, or secrets.variables.DATABASE_URL.remoteKey',
  ],
  'a scale upside down': [
    { api: { autoscaling: { enabled: true, minReplicas: 5, maxReplicas: 2 } } },
    'api.autoscaling.maxReplicas must not be less than minReplicas',
  ],
  'a route without a gateway': [
    { httpRoute: { enabled: true } },
    'httpRoute.parentRefs is required with httpRoute.enabled',
  ],
  'an Ingress for an unknown host': [
    {
      ingress: { enabled: true },
      config: { PUBLIC_BASE_URL: null },
      secrets: { variables: { PUBLIC_BASE_URL: {} } },
    },
    'ingress.hosts is required where config.PUBLIC_BASE_URL does not tell the host',
  ],
  'a monitor of nothing': [
    { metrics: { enabled: false, serviceMonitor: { enabled: true } } },
    'metrics.enabled is required with metrics.serviceMonitor.enabled',
  ],
  // By the schema of values.
  'a typing error': [{ api: { replica: 3 } }, `at '/api': additional properties 'replica' not allowed`],
  'an unknown variable': [{ config: { LOG_LEVLE: 'info' } }, `additional properties 'LOG_LEVLE' not allowed`],
  'an unknown secret': [{ secrets: { variables: { REDIS_URI: {} } } }, `additional properties 'REDIS_URI' not allowed`],
  'a gateway that logs codes': [
    { config: { SMS_DRIVER: 'log' } },
    `value must be one of '', 'http', 'twilio', 'aliyun'`,
  ],
  'too large a pool': [{ config: { DATABASE_POOL_SIZE: 501 } }, 'maximum: got 501, want 500'],
  'a cheap hash': [{ config: { PASSWORD_BCRYPT_COST: 4 } }, 'minimum: got 4, want 10'],
  'a flag in words': [{ config: { CONSOLE_ENABLED: 'yes' } }, 'got string, want null or boolean'],
  'no api': [{ api: { replicas: 0 } }, 'minimum: got 0, want 1'],
  'half a digest': [{ image: { digest: 'sha256:abc' } }, `at '/image/digest'`],
};

describeWithHelm('The chart refuses', () => {
  it.each(Object.entries(REFUSED))('%s', async (_what, [values, sentence]) => {
    const reason = await refusal(values);
    expect(reason).toContain(sentence);
  });

  it('everything that is wrong at once', async () => {
    const reason = await refusal({
      image: { repository: '' },
      config: { PUBLIC_BASE_URL: '', S3_BUCKET: '', DATABASE_URL: 'postgres://database' },
    });
    expect(reason?.match(/^ {2}- /gm)).toHaveLength(4);
  });
});
