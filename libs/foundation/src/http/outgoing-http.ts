import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type BlockList, isIP, type LookupFunction, type Socket } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { OutgoingSettings } from '../config/outgoing-settings';
import { addressList } from '../config/allowed-addresses';
import { foreignNames, type Resolve } from './foreign-names';

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const AGENT = { keepAlive: true, maxSockets: 32, maxTotalSockets: 256, timeout: 30_000 };
/** For requests that are bounded elsewhere: a request that hangs blocks no other, not even to the same host. */
export const UNSHARED = { ...AGENT, maxSockets: Infinity, maxTotalSockets: Infinity };

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty if it is longer than 64 KiB. */
  readonly body: string;
  /** The bytes of the body: all of them, or the first of one that is longer than 64 KiB. */
  readonly received: Buffer;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The limit for the whole exchange; 20 seconds by default. */
  readonly withinMs?: number;
}

/** Requests must not be sent to the address. */
export class AddressRefusedError extends Error {
  constructor(readonly reason: 'not_https' | 'not_public') {
    super(`the address is ${reason === 'not_https' ? 'no https URL' : 'not public'}`);
    this.name = 'AddressRefusedError';
  }
}

type IsAllowed = (address: string) => boolean;

/**
 * Posts to other systems. Neither redirects nor proxies are used: they would lead to unchecked addresses.
 *
 * Addresses named by administrators are checked when the connection is made: every address that the name resolves to must
 * be public, and one of these is connected to. A name resolved once for the check and again for the connection could
 * resolve to an internal host the second time (DNS rebinding).
 */
@Injectable()
export class OutgoingHttp implements OnApplicationShutdown {
  /** Separate agents, so that a request to a public address never uses a connection made without the check. */
  private readonly known = { http: new HttpAgent(AGENT), https: new HttpsAgent(AGENT) };
  private readonly looked: { readonly http: HttpAgent; readonly https: HttpsAgent };
  private readonly allowed: BlockList;

  constructor(
    private readonly settings: Pick<OutgoingSettings, 'allowedAddresses' | 'allowsHttp'>,
    private readonly resolve: Resolve = foreignNames({ inside: settings.allowedAddresses.length > 0 }),
    sockets = AGENT,
  ) {
    this.looked = { http: new HttpAgent(sockets), https: new HttpsAgent(sockets) };
    this.allowed = addressList(settings.allowedAddresses);
  }

  /** Posts to an address from the configuration. @throws when there is no answer in time. */
  post(request: OutgoingRequest): Promise<OutgoingAnswer> {
    return send(request, this.known, undefined);
  }

  /**
   * Posts to an address named by an administrator.
   *
   * @throws AddressRefusedError when it is not https, or not public; others when there is no answer in time.
   */
  async postToPublic(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const reason = await this.refusalOf(request.url);
    if (reason !== null) throw new AddressRefusedError(reason);
    return send(request, this.looked, { isAllowed: await this.look(), resolve: this.resolve });
  }

  /** The reason to refuse the URL regardless of what its name resolves to; null if there is none. */
  async refusalOf(text: string): Promise<AddressRefusedError['reason'] | null> {
    if (!URL.canParse(text)) return 'not_https';
    const { protocol, hostname, username, password } = new URL(text);
    const isAllowed = protocol === 'https:' || (this.settings.allowsHttp && protocol === 'http:');
    if (!isAllowed || username !== '' || password !== '') return 'not_https';
    const address = hostname.replace(/^\[|\]$/g, '');
    // An IP address is connected to without a look-up.
    return isIP(address) === 0 || (await this.look())(address) ? null : 'not_public';
  }

  onApplicationShutdown(): void {
    for (const agent of [...Object.values(this.known), ...Object.values(this.looked)]) agent.destroy();
  }

  private async look(): Promise<IsAllowed> {
    const { isPublicAddress } = await import('./public-addresses.js');
    return (address) =>
      isPublicAddress(address) ||
      (isIP(address) !== 0 && this.allowed.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'));
  }
}

function send(
  { url, headers, body, withinMs = CONNECT_TIMEOUT_MS + ANSWER_TIMEOUT_MS }: OutgoingRequest,
  agents: { readonly http: HttpAgent; readonly https: HttpsAgent },
  look: { readonly isAllowed: IsAllowed; readonly resolve: Resolve } | undefined,
): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    const isHttps = new URL(url).protocol === 'https:';
    const request = (isHttps ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body), 'Accept-Encoding': 'identity' },
      agent: isHttps ? agents.https : agents.http,
      maxHeaderSize: MAX_HEADER_BYTES,
      ...(look ? { lookup: lookingAt(look.resolve, look.isAllowed) } : {}),
    });
    const giveUp = (what: string) => request.destroy(new Error(`no ${what} in time`));
    const connecting = setTimeout(giveUp, CONNECT_TIMEOUT_MS, 'connection');
    const answering = setTimeout(giveUp, withinMs, 'answer');
    const end = () => {
      clearTimeout(connecting);
      clearTimeout(answering);
    };
    request.once('socket', (socket: Socket) => whenConnected(socket, isHttps, () => clearTimeout(connecting)));
    request.once('close', end);
    request.once('error', reject);
    request.once('response', (response) => void read(response).then(resolve, reject));
    request.end(body);
  });
}

function whenConnected(socket: Socket, isHttps: boolean, done: () => void): void {
  if (socket.connecting) socket.once(isHttps ? 'secureConnect' : 'connect', done);
  else done();
}

/** A look-up that fails if one of the addresses is not allowed. */
function lookingAt(resolve: Resolve, isAllowed: IsAllowed): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new Error('the name has no address'), '', 0);
      else if (!addresses.every(({ address }) => isAllowed(address))) {
        done(new AddressRefusedError('not_public'), '', 0);
      } else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

async function read(response: IncomingMessage): Promise<OutgoingAnswer> {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > MAX_ANSWER_BYTES) break;
  }
  const received = Buffer.concat(chunks);
  return { status, headers, body: size > MAX_ANSWER_BYTES ? '' : received.toString('utf8'), received };
}
