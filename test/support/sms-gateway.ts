import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a gateway receives for one message. */
export interface GatewaySms {
  readonly to: string;
  readonly template: string;
  readonly locale: string;
  readonly params: {
    readonly app_name: string;
    /** For codes. */
    readonly code: string;
    readonly minutes: number;
    /** For notices. */
    readonly event?: string;
    readonly change?: string;
  };
  readonly idempotency_key: string;
}

export interface SmsGateway {
  /** For the configuration of the server under test. */
  readonly environment: Readonly<Record<string, string>>;
  /** What was accepted, oldest first. */
  readonly accepted: GatewaySms[];
  /** What was answered with a status other than 200. */
  readonly turnedAway: GatewaySms[];
  /** Bodies without the right signature. */
  readonly forged: string[];
  /** The status of the next answers. */
  status: number;
  /** While true, nothing is accepted or answered. */
  hangs: boolean;
  /** How many messages came while it hung. */
  readonly held: number;
  close(): Promise<void>;
}

/** A gateway that verifies the signature and keeps what it accepts. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const secret = 'a secret of the gateway';
  const gateway = {
    accepted: [] as GatewaySms[],
    turnedAway: [] as GatewaySms[],
    forged: [] as string[],
    status: 200,
    hangs: false,
    held: 0,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (gateway.hangs) {
        gateway.held += 1;
        return;
      }
      const body = Buffer.concat(chunks);
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      if (request.headers['x-signature'] !== signature) gateway.forged.push(body.toString());
      else
        (gateway.status === 200 ? gateway.accepted : gateway.turnedAway).push(
          JSON.parse(body.toString()) as GatewaySms,
        );
      response.writeHead(gateway.status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(gateway, {
    environment: { SMS_DRIVER: 'http', SMS_HTTP_URL: `http://127.0.0.1:${port}/messages`, SMS_HTTP_SECRET: secret },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
