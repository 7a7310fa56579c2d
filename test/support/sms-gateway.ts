import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a gateway is told of one message. */
export interface GatewaySms {
  readonly to: string;
  readonly template: string;
  readonly locale: string;
  readonly params: {
    readonly app_name: string;
    /** Of codes. */
    readonly code: string;
    readonly minutes: number;
    /** Of notices. */
    readonly event?: string;
    readonly change?: string;
  };
  readonly idempotency_key: string;
}

export interface SmsGateway {
  /** For the configuration of the server under test. */
  readonly environment: Readonly<Record<string, string>>;
  /** What was accepted, the oldest first. */
  readonly accepted: GatewaySms[];
  /** What was answered with another status than 200. */
  readonly turnedAway: GatewaySms[];
  /** Bodies without the right signature. */
  readonly forged: string[];
  /** What the next messages are answered with. */
  status: number;
  close(): Promise<void>;
}

/** A gateway that looks at the signature and keeps what it accepts. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const secret = 'a secret of the gateway';
  const gateway = { accepted: [] as GatewaySms[], turnedAway: [] as GatewaySms[], forged: [] as string[], status: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
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
