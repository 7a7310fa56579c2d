import { Injectable } from '@nestjs/common';
import { AddressRefusedError, webhookHeaders } from '@libs/foundation';
import { type AttemptOutcome, type DeliveryError, errorOfStatus, keptOf } from '../../domain/deliveries/delivery';
import { askedDelaySeconds } from '../../domain/deliveries/schedule';
import { WebhookHttp } from '../endpoints/webhook-http';

interface SignedRequest {
  readonly url: string;
  /** Of the event. */
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
  /** How often in a row the endpoint has hung before. */
  readonly hangs: number;
}

/** For one that hung the last time. Now and then it has the whole time, as it may only be slow. */
const SHORT_MS = 5_000;
const WHOLE_EVERY = 4;

/** By the name servers, and by the machine. */
const UNRESOLVED = new Set([
  ...['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'EBADNAME', 'ETIMEOUT'],
  ...['EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'],
]);
const TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/;

/** Tells endpoints of events. */
@Injectable()
export class SignedRequests {
  constructor(private readonly http: WebhookHttp) {}

  /** One attempt. Never throws. */
  async send({ url, id, body, secrets, hangs }: SignedRequest): Promise<AttemptOutcome> {
    const start = performance.now();
    const durationMs = () => Math.round(performance.now() - start);
    try {
      const headers = { ...webhookHeaders(id, body, secrets), 'User-Agent': 'AppKernel-Webhooks' };
      const limit = hangs % WHOLE_EVERY === 0 ? {} : { withinMs: SHORT_MS };
      const { status, headers: answered, received } = await this.http.postToPublic({ url, headers, body, ...limit });
      return {
        responseStatus: status,
        durationMs: durationMs(),
        error: errorOfStatus(status),
        retryAfterSeconds: askedDelaySeconds(answered['retry-after'], new Date()),
        responseBody: keptOf(received),
      };
    } catch (error) {
      const nothing = { responseStatus: null, retryAfterSeconds: null, responseBody: null };
      return { ...nothing, durationMs: durationMs(), error: errorOf(error) };
    }
  }
}

function errorOf(error: unknown): DeliveryError {
  if (error instanceof AddressRefusedError) return 'address_refused';
  if (!(error instanceof Error)) return 'connection';
  if (/ in time$/.test(error.message)) return 'timeout';
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return 'connection';
  return UNRESOLVED.has(code) ? 'name_not_found' : TLS.test(code) ? 'tls' : 'connection';
}
