import { randomUUID } from 'node:crypto';

export interface Answered {
  readonly status: number;
  readonly bytes: number;
  readonly data: Record<string, unknown>;
  readonly text: string;
}

export interface Person {
  readonly token: string;
  readonly refreshToken: string;
  readonly id: string;
}

export interface Asking {
  readonly type?: string | undefined;
  /** An idempotency key. */
  readonly key?: string | undefined;
}

/** What people of either surface ask, with JSON that may be text already. */
export class Client {
  admin: Person | null = null;
  member: Person | null = null;
  appId = '';
  readonly deviceKey = randomUUID();

  constructor(private readonly url: string) {}

  async ask(
    method: string,
    path: string,
    body?: unknown,
    { type = 'application/json', key }: Asking = {},
  ): Promise<Answered> {
    const isAdmin = path.startsWith('/admin-api');
    const person = isAdmin ? this.admin : this.member;
    const answer = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(person ? { Authorization: `Bearer ${person.token}` } : {}),
        ...(isAdmin ? {} : { 'X-AppID': this.appId, 'X-AK-Device-Key': this.deviceKey }),
        ...(body === undefined ? {} : { 'Content-Type': type }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = bytes.toString('utf8', 0, 4_000_000);
    return { status: answer.status, bytes: bytes.length, text, data: dataOf(text) };
  }

  /** The same for what the measurements are made of: a refusal is told, as something will be missing. */
  async must(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const { status, text, data } = await this.ask(method, path, body);
    if (status >= 300) console.error(`${method} ${path} was answered ${status}: ${text.slice(0, 1_500)}`);
    return data;
  }

  async signInAdmin(email: string, password: string): Promise<void> {
    const data = await this.must('POST', '/admin-api/v1/auth/login', { email, password });
    this.admin = personOf(data);
  }

  async signInMember(email: string, password: string): Promise<void> {
    const data = await this.must('POST', '/api/v1/auth/login/password', { email, password });
    this.member = personOf(data);
  }
}

function personOf(data: Record<string, unknown>): Person {
  const { access_token, refresh_token, session_id } = data as Record<string, string>;
  return { token: access_token ?? '', refreshToken: refresh_token ?? '', id: session_id ?? '' };
}

function dataOf(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as { data?: Record<string, unknown> }).data ?? {};
  } catch {
    return {};
  }
}
