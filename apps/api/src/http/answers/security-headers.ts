import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '@libs/foundation';

/** The headers of every answer, whichever layer writes it. */
export function securityHeaders(config: Config): ReadonlyMap<string, string> {
  const write = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.publicBaseUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    frameguard: { action: 'deny' },
  });
  // They are the same for every request, so helmet writes them once, to a response that is never sent.
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  write(request, response, () => undefined);
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
