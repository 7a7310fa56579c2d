import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Ajv } from 'ajv';
import { loadConfig } from '@libs/foundation';
import { type Compose, COMPOSE_FILE, readCompose, readVariables, type Service } from './support/compose';
import { startTestS3 } from '../support/s3';
import { imageEnvironment } from './support/environments';

const SCHEMA = 'deploy/checks/node_modules/dclint/schemas/compose.schema.json';
const PROGRAMS = ['api', 'worker', 'migrate'] as const;
const MOUNT = '/run/secrets/';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('openssl is not installed: the suites of the Compose file are skipped\n');
const hasSchema = existsSync(SCHEMA);
if (!hasSchema) process.stderr.write('npm run deploy:checks was not run: the schema of Compose is not looked at\n');

(hasOpenssl ? describe : describe.skip)('deploy/compose.yaml', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-compose-'));
  const script = join(directory, 'make-secrets.sh');
  const inside = (path: string) => join(directory, path);
  let compose: Compose;

  beforeAll(() => {
    cpSync('deploy/make-secrets.sh', script);
    execFileSync('sh', [script, 'https://api.example.com']);
    compose = readCompose(readVariables(inside('.env')));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const serviceOf = (name: string): Service => compose.services[name]!;

  /** With the secrets where this machine has them. */
  function environmentOf(name: string): Record<string, string> {
    const { environment = {} } = serviceOf(name);
    const values = Object.entries(environment).map(([variable, value]) => [
      variable,
      value.startsWith(MOUNT) ? inside(compose.secrets[value.slice(MOUNT.length)]!.file) : value,
    ]);
    return { ...imageEnvironment(), ...(Object.fromEntries(values) as Record<string, string>) };
  }

  (hasSchema ? it : it.skip)('is valid by the schema of the Compose specification, which knows every field', () => {
    const { $schema: _, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { $schema: string };
    const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
    expect([validate(compose), validate.errors]).toEqual([true, null]);
    const { api, ...others } = compose.services;
    expect(validate({ ...compose, services: { ...others, api: { ...api, restarts: 'always' } } })).toBe(false);
  });

  it('has api, worker and all that they need', () => {
    expect(Object.keys(compose.services).sort()).toEqual([
      'api',
      'bucket',
      'mail-catcher',
      'migrate',
      'pgbouncer',
      'postgres',
      's3',
      'sms-catcher',
      'valkey',
      'worker',
    ]);
    expect(serviceOf('postgres').image).toMatch(/^postgres:18\./);
  });

  it.each(PROGRAMS)('starts %s with a configuration that the program accepts in production', (name) => {
    const config = loadConfig(environmentOf(name));
    expect(config).toMatchObject({
      production: true,
      publicBaseUrl: 'https://api.example.com',
      redisUrl: expect.stringContaining('@valkey:6379'),
      files: { s3: { bucket: 'appkernel', endpoint: 'http://s3:8333', forcePathStyle: true } },
      mail: { smtpUrl: 'smtp://mail-catcher:1025' },
      runWorker: false,
    });
    expect(new URL(config.database.url!).host).toBe('pgbouncer:6432');
    expect(new URL(config.database.listenUrl!).host).toBe('postgres:5432');
    expect(config.database.migrationUrl === undefined).toBe(name !== 'migrate');
    expect(config.bootstrapAdmin.password === undefined).toBe(name !== 'migrate');
  });

  it('asks for the URL of the service, which the script writes', () => {
    expect(() => readCompose({})).toThrow('deploy/make-secrets.sh');
  });

  it('gives each service the secrets that its variables name, and has a file of each', () => {
    for (const [name, { environment = {}, secrets = [] }] of Object.entries(compose.services)) {
      const named = Object.values(environment).filter((value) => value.startsWith(MOUNT));
      const missing = named.filter((value) => !secrets.includes(value.slice(MOUNT.length)));
      expect({ name, missing }).toEqual({ name, missing: [] });
      for (const secret of secrets) expect(existsSync(inside(compose.secrets[secret]!.file))).toBe(true);
    }
    const used = new Set(Object.values(compose.services).flatMap(({ secrets = [] }) => secrets));
    expect([...used].sort()).toEqual(Object.keys(compose.secrets));
    expect(readdirSync(inside('secrets')).sort()).toEqual(Object.keys(compose.secrets));
  });

  it('has no secret in it', () => {
    const text = readFileSync(COMPOSE_FILE, 'utf8');
    expect(text).not.toMatch(/:\/\/[^\s/]*:[^\s/]*@/);
    expect(text).not.toMatch(/^\s+\w*(PASSWORD|SECRET|KEYS?)\w*(?<!_FILE): /m);
  });

  it('names every image by a version, and every file that it mounts is there', () => {
    for (const { image } of Object.values(compose.services)) expect(image).toMatch(/:v?\d+\.\d+/);
    const files = Object.values(compose.configs).map(({ file }) => join('deploy', file));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const mounted = Object.values(compose.services).flatMap(({ configs = [] }) => configs.map(({ source }) => source));
    expect(mounted.sort()).toEqual(Object.keys(compose.configs));
  });

  it('confines the program, and keeps databases and queues where only it reaches them', () => {
    for (const name of [...PROGRAMS, 'bucket', 'sms-catcher']) {
      expect(serviceOf(name)).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
    expect(compose.networks['inside']).toEqual({ internal: true });
    for (const name of ['postgres', 'pgbouncer', 'valkey', 's3']) {
      expect(serviceOf(name)).toMatchObject({ networks: ['inside'] });
      expect(serviceOf(name).ports).toBeUndefined();
    }
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual(['127.0.0.1:3000:3000', '127.0.0.1:8025:8025']);
  });

  it('migrates before api and worker', () => {
    for (const name of ['api', 'worker']) {
      expect(serviceOf(name).depends_on?.['migrate']).toEqual({ condition: 'service_completed_successfully' });
    }
  });

  it('gives the role of the program what a pooler cannot pass on, and the pooler what the program needs', () => {
    const guide = readFileSync('docs/operations.md', 'utf8');
    const statements = [...guide.matchAll(/^ *((?:CREATE ROLE|ALTER ROLE|CREATE DATABASE) .+;)$/gm)].map(
      ([, text = '']) => text,
    );
    const script = readFileSync('deploy/compose/postgres-roles.sh', 'utf8');
    expect(statements.length).toBeGreaterThan(8);
    for (const statement of statements) {
      expect(script.replaceAll(/PASSWORD :'\w+'/g, `PASSWORD '…'`)).toContain(statement);
    }
    const pooler = readFileSync('deploy/compose/pgbouncer.ini', 'utf8');
    expect(pooler).toContain('\npool_mode = transaction\n');
    for (const setting of [
      'ignore_startup_parameters = options',
      'server_login_retry = 1',
      'max_prepared_statements = 200',
    ]) {
      expect(pooler).toContain(`\n${setting}\n`);
      expect(guide).toContain(setting.split(' = ')[0]!);
    }
  });

  describe('deploy/make-secrets.sh', () => {
    /** In a directory of its own. */
    function make(...options: string[]) {
      const other = join(directory, `other-${options.join('-').replaceAll(/\W/g, '')}`);
      mkdirSync(other);
      cpSync(script, join(other, 'make-secrets.sh'));
      const { status, stderr } = spawnSync('sh', [join(other, 'make-secrets.sh'), ...options], { encoding: 'utf8' });
      return { other, status, stderr };
    }

    it('opens single files to containers, and the directory to nobody', () => {
      expect(statSync(inside('secrets')).mode & 0o777).toBe(0o700);
      for (const file of readdirSync(inside('secrets'))) {
        expect([file, statSync(inside(`secrets/${file}`)).mode & 0o777]).toEqual([file, 0o444]);
      }
    });

    it('makes others each time, and never in the place of those that are there', () => {
      const read = (path: string, name: string) => readFileSync(join(path, 'secrets', name), 'utf8');
      const before = read(directory, 'secret_keys');
      const again = spawnSync('sh', [script], { encoding: 'utf8' });
      expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is there already')]);
      expect(read(directory, 'secret_keys')).toBe(before);
      const { other } = make('https://other.example.com');
      for (const name of readdirSync(inside('secrets')).filter((each) => each !== 'smtp_url')) {
        expect([name, read(other, name) === read(directory, name)]).toEqual([name, false]);
      }
    });

    it('permits http for this machine alone', () => {
      const { other, status } = make();
      expect(status).toBe(0);
      expect(readVariables(join(other, '.env'))).toEqual({
        PUBLIC_BASE_URL: 'http://localhost:3000',
        ALLOW_INSECURE_BASE_URL: 'true',
      });
      const refused = make('http://api.example.com');
      expect([refused.status, existsSync(join(refused.other, 'secrets'))]).toEqual([64, false]);
    });
  });

  it('hands signed SMS to the mail catcher, and refuses others', async () => {
    const mails: unknown[] = [];
    const catcher = createServer((request, response) => {
      void json(request).then((mail) => {
        mails.push({ path: request.url, mail });
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(catcher, 'listening');
    const { file } = compose.configs['sms_catcher']!;
    const gateway = spawn(process.execPath, [join('deploy', file)], {
      env: {
        PORT: '0',
        MAIL_CATCHER_URL: `http://127.0.0.1:${(catcher.address() as AddressInfo).port}`,
        SMS_HTTP_SECRET_FILE: environmentOf('sms-catcher')['SMS_HTTP_SECRET_FILE'],
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface(gateway.stdout), 'line')) as [string];
      const url = `http://127.0.0.1:${/\d+$/.exec(line)?.[0]}`;
      const body = JSON.stringify({
        to: '+8613800138000',
        template: 'otp',
        params: { code: '123456', app_name: 'Shop', minutes: 5 },
      });
      const { secret } = loadConfig(environmentOf('api')).sms as { secret: string };
      const send = async (signature: string) =>
        (await fetch(url, { method: 'POST', body, headers: { 'X-Signature': signature } })).status;
      expect(await send(`sha256=${createHmac('sha256', 'another').update(body).digest('hex')}`)).toBe(401);
      expect(await send('sha256=')).toBe(401);
      expect(mails).toEqual([]);
      expect(await send(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)).toBe(204);
      expect(mails).toMatchObject([
        {
          path: '/api/v1/send',
          mail: { To: [{ Email: '8613800138000@sms.invalid' }], Subject: 'SMS to +8613800138000: 123456' },
        },
      ]);
    } finally {
      gateway.kill();
      catcher.close();
    }
  });

  it('makes the bucket where there is none, by a script that finds the package for S3 where it is mounted', async () => {
    const { configs = [], command } = serviceOf('bucket');
    expect([dirname(configs[0]!.target), command]).toEqual(['/app', ['node', 'create-bucket.mjs']]);
    expect(readFileSync('Dockerfile', 'utf8')).toContain('WORKDIR /app\n');
    const s3 = await startTestS3();
    const file = (content: string) => {
      writeFileSync(inside(content), content);
      return inside(content);
    };
    const env = {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: 'made-by-the-script',
      S3_ACCESS_KEY_ID_FILE: file(s3.accessKeyId),
      S3_SECRET_ACCESS_KEY_FILE: file(s3.secretAccessKey),
    };
    const make = () =>
      promisify(execFile)(process.execPath, [join('deploy', compose.configs['create_bucket']!.file)], { env });
    try {
      await make();
      await make();
      const { accessKeyId, secretAccessKey } = s3;
      const client = new S3Client({
        endpoint: s3.endpoint,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials: { accessKeyId, secretAccessKey },
      });
      await client.send(new HeadBucketCommand({ Bucket: env.S3_BUCKET }));
      client.destroy();
    } finally {
      await s3.close();
    }
  }, 60_000);
});
