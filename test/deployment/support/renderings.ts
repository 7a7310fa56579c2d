import type { Values } from './helm';

const TWILIO = {
  config: {
    SMS_DRIVER: 'twilio',
    SMS_HTTP_URL: null,
    SMS_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    SMS_TWILIO_SENDER: '+15005550006',
  },
  secrets: { variables: { SMS_HTTP_SECRET: null, SMS_TWILIO_AUTH_TOKEN: {} } },
};

const PLACED = {
  podAnnotations: { 'example.com/owner': 'shop' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'shop', effect: 'NoSchedule' }],
  extraEnv: [{ name: 'NODE_OPTIONS', value: '--max-old-space-size=1024' }],
};

const SPREAD = {
  podLabels: { 'example.com/team': 'shop' },
  affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'topology.kubernetes.io/zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { 'example.com/team': 'shop' } },
    },
  ],
  priorityClassName: 'shop',
};

const AUTOSCALED = {
  autoscaling: {
    enabled: true,
    minReplicas: 3,
    maxReplicas: 9,
    targetCPUUtilizationPercentage: 60,
    behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
  },
};

const RESOURCES = { resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: 2, memory: '2Gi' } } };

/** Each option of the chart at least once. */
export const RENDERINGS = {
  'what is required, and nothing else': {},
  'an Ingress': { ingress: { enabled: true } },
  'an Ingress with everything': {
    ingress: {
      enabled: true,
      className: 'nginx',
      annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' },
      hosts: ['api.example.com', 'other.example.com'],
      tlsSecretName: 'certificate',
    },
    config: { TRUST_PROXY: '10.0.0.0/8' },
  },
  'a HTTPRoute': {
    httpRoute: {
      enabled: true,
      parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
      annotations: { 'example.com/owner': 'shop' },
    },
    config: { ADMIN_BASE_URL: 'https://console.example.com:8443/admin' },
  },
  'a HTTPRoute for hosts of its own': {
    httpRoute: { enabled: true, parentRefs: [{ name: 'public' }], hostnames: ['*.example.com'] },
  },
  'no workers': { worker: { enabled: false } },
  'no waiting for workers': { rollout: { awaitWorkers: false } },
  'a long wait for workers': { rollout: { timeoutSeconds: 3600 }, worker: { replicas: 20 } },
  autoscaling: { api: AUTOSCALED, worker: AUTOSCALED },
  'a ServiceMonitor': {
    metrics: {
      serviceMonitor: { enabled: true, interval: '1m', scrapeTimeout: '20s', labels: { release: 'prometheus' } },
    },
  },
  'alerts and a dashboard': {
    metrics: {
      serviceMonitor: { enabled: true },
      prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
      dashboard: { enabled: true, labels: { grafana_dashboard: null, 'example.com/dashboard': 'yes' } },
    },
  },
  'no metrics': { metrics: { enabled: false } },
  'External Secrets': {
    secrets: {
      external: {
        enabled: true,
        storeRef: { name: 'vault', kind: 'ClusterSecretStore' },
        remoteKey: 'appkernel/production',
        refreshInterval: '15m',
      },
      variables: {
        DATABASE_URL: { name: 'appkernel-db-app', key: 'uri' },
        SECRET_KEYS: { remoteKey: 'appkernel/keys', property: 'secret_keys' },
      },
    },
  },
  'secrets of several Secrets': {
    secrets: {
      name: 'shop-secrets',
      variables: {
        JWT_PRIVATE_KEYS: { name: 'keys', key: 'jwks.json' },
        SMTP_URL: { key: 'smtp' },
        S3_ACCESS_KEY_ID: { name: 'bucket', key: 'AWS_ACCESS_KEY_ID' },
        S3_SECRET_ACCESS_KEY: { name: 'bucket', key: 'AWS_SECRET_ACCESS_KEY' },
        DATABASE_URL: { name: 'appkernel-db-app', key: 'uri' },
        DATABASE_MIGRATION_URL: { name: 'appkernel-db-owner', key: 'uri' },
        DATABASE_LISTEN_URL: { name: 'appkernel-db-app', key: 'direct-uri' },
        DATABASE_REPLICA_URL: { name: 'appkernel-db-app', key: 'replica-uri' },
        REDIS_URL: {},
      },
    },
  },
  'a first administrator': {
    config: { BOOTSTRAP_ADMIN_EMAIL: 'ada@example.com' },
    secrets: { variables: { BOOTSTRAP_ADMIN_PASSWORD: {} } },
  },
  'files on a shared volume': {
    config: { STORAGE_DRIVER: 'local', S3_BUCKET: null },
    persistence: { enabled: true, storageClassName: 'nfs', size: '1Ti' },
  },
  'files on a volume that exists': {
    config: { STORAGE_DRIVER: 'local', S3_BUCKET: null },
    persistence: { enabled: true, existingClaim: 'uploads' },
  },
  'SMS by Twilio': TWILIO,
  'SMS by Aliyun': {
    config: {
      SMS_DRIVER: 'aliyun',
      SMS_HTTP_URL: null,
      SMS_ALIYUN_SIGN_NAME: '商店',
      SMS_ALIYUN_TEMPLATE_CODE: 'SMS_1',
    },
    secrets: {
      variables: { SMS_HTTP_SECRET: null, SMS_ALIYUN_ACCESS_KEY_ID: {}, SMS_ALIYUN_ACCESS_KEY_SECRET: {} },
    },
  },
  'all kinds of settings': {
    config: {
      LOG_LEVEL: 'debug',
      DATABASE_POOL_SIZE: 30,
      FILE_PACKAGE_MAX_BYTES: 524_288_000,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_TRACES_SAMPLER_ARG: 0.01,
      CONSOLE_ENABLED: false,
      RATE_LIMIT_ENABLED: true,
      CORS_ORIGINS: 'https://a.example.com, https://b.example.com',
      WEBHOOK_ALLOWED_CIDRS: '10.1.0.0/16',
      TRUST_PROXY: 2,
      SHUTDOWN_DRAIN_SECONDS: 15,
      SHUTDOWN_GRACE_SECONDS: 90,
      REDIS_URL: 'redis://valkey:6379',
    },
  },
  'Redis under Sentinel': {
    config: { REDIS_URL: 'rediss-sentinel://sentinel-0:26379,sentinel-1:26379,sentinel-2:26379/1#mymaster' },
  },
  'Redis as a cluster': { config: { REDIS_URL: 'redis-cluster://valkey-0:6379,valkey-1:6379' } },
  'no NetworkPolicy': { networkPolicy: { enabled: false } },
  'a narrow NetworkPolicy': {
    networkPolicy: {
      ingress: { from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }] },
      metrics: { from: [{ podSelector: { matchLabels: { app: 'prometheus' } } }] },
      egress: { to: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ports: [{ protocol: 'TCP', port: 5432 }] }] },
    },
  },
  'pods of one’s own form': {
    api: { ...PLACED, ...SPREAD, ...RESOURCES, replicas: 5, podDisruptionBudget: { maxUnavailable: '25%' } },
    worker: { ...PLACED, ...SPREAD, ...RESOURCES, podDisruptionBudget: { maxUnavailable: 2 } },
    migration: {
      ...PLACED,
      ...RESOURCES,
      serviceAccountName: 'migration',
      backoffLimit: 0,
      activeDeadlineSeconds: 7200,
    },
    extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/authority/ca.crt' }],
    extraVolumes: [{ name: 'authority', configMap: { name: 'authority' } }],
    extraVolumeMounts: [{ name: 'authority', mountPath: '/etc/authority', readOnly: true }],
    commonLabels: { 'example.com/team': 'shop' },
    imagePullSecrets: [{ name: 'registry' }],
    serviceAccount: { annotations: { 'example.com/owner': 'shop' } },
    service: { type: 'LoadBalancer', port: 8080, annotations: { 'example.com/internal': 'true' } },
  },
  'no budget for disruptions': {
    api: { podDisruptionBudget: { enabled: false } },
    worker: { podDisruptionBudget: { enabled: false } },
  },
  'an image by its digest': { image: { digest: `sha256:${'a'.repeat(64)}`, tag: '1.2.3', pullPolicy: 'Always' } },
  'an image with a long tag': { image: { tag: `_${'a'.repeat(60)}-.${'b'.repeat(60)}` } },
  'no migration, and an account that exists': {
    migration: { enabled: false },
    serviceAccount: { create: false, name: 'shop' },
  },
  'another name': { nameOverride: 'backend' },
  'long names': { fullnameOverride: 'a-name-that-is-as-long-as-names-of-objects-may-be-in-a-cluster' },
} satisfies Readonly<Record<string, Values>>;
