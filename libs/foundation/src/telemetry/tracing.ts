import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanContext,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/telemetry-settings';
import {
  type AskedOrigin,
  MESSAGES,
  ORIGINS,
  REQUESTS,
  STATEMENTS,
  type WatchedMessage,
  type WatchedRequest,
  type WatchedStatement,
} from '../diagnostics/channels';

/** W3C Trace Context, level 1: version, trace id, parent id, flags. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;
const MAX_STATEMENT_LENGTH = 2_000;
const FIRST_SERVER_ERROR = 500;

/**
 * Exports spans to an OpenTelemetry collector: one for each request and each message of the outbox, with one for each SQL
 * statement. Names and ids only: no address, no query of a URL, no value of a statement.
 */
export class Tracing {
  /** The current span, as the parent of others. */
  private readonly current = new AsyncLocalStorage<Context>();
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  private readonly whenStated = (statement: unknown): void => {
    const { text, endings } = statement as WatchedStatement;
    const parent = this.current.getStore();
    // Statements outside of requests and messages are housekeeping.
    if (!parent) return;
    const operation = /^\w+/.exec(text.trimStart())?.[0]?.toUpperCase() ?? 'QUERY';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, MAX_STATEMENT_LENGTH),
    };
    const span = this.tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, parent);
    endings.push(() => span.end());
  };

  private readonly whenAsked = (asked: unknown): void => {
    const store = this.current.getStore();
    const span = store && trace.getSpanContext(store);
    if (span && (span.traceFlags & SAMPLED) !== 0) {
      (asked as AskedOrigin).traceparent = `00-${span.traceId}-${span.spanId}-01`;
    }
  };

  constructor({ endpoint, headers, sampledShare, serviceName }: TracingSettings & { readonly serviceName: string }) {
    const sampler = samplerOf(sampledShare);
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName }),
      sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler, remoteParentNotSampled: sampler }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ url: tracesUrl(endpoint), headers: { ...headers } }),
        }),
      ],
    });
    this.tracer = this.provider.getTracer('appkernel');
    REQUESTS.bindStore(this.current, (request) => this.ofRequest(request));
    MESSAGES.bindStore(this.current, (message) => this.ofMessage(message));
    STATEMENTS.subscribe(this.whenStated);
    ORIGINS.subscribe(this.whenAsked);
  }

  /** Exports the recorded spans. */
  async stop(): Promise<void> {
    REQUESTS.unbindStore(this.current);
    MESSAGES.unbindStore(this.current);
    STATEMENTS.unsubscribe(this.whenStated);
    ORIGINS.unsubscribe(this.whenAsked);
    await this.provider.shutdown();
  }

  private ofRequest({ method, traceparent, endings }: WatchedRequest): Context {
    const attributes = { 'http.request.method': method };
    const client = remoteSpan(traceparent);
    const parent = client ? trace.setSpanContext(ROOT_CONTEXT, client) : ROOT_CONTEXT;
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    endings.push(({ route, status, requestId, tenantId, appId }) => {
      span.updateName(route === null ? method : `${method} ${route}`);
      span.setAttributes({
        'http.response.status_code': status,
        'appkernel.request_id': requestId,
        ...(route === null ? {} : { 'http.route': route }),
        ...(tenantId === undefined ? {} : { 'appkernel.tenant_id': tenantId }),
        ...(appId === undefined ? {} : { 'appkernel.app_id': appId }),
      });
      if (status >= FIRST_SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return trace.setSpan(ROOT_CONTEXT, span);
  }

  /**
   * A message has a trace of its own, as it may be delivered hours later and repeatedly, with a link to the span that added
   * it, as the semantic conventions of OpenTelemetry for messaging recommend.
   */
  private ofMessage({ queue, type, tenantId, attempt, traceparent, endings }: WatchedMessage): Context {
    const attributes = {
      'messaging.system': 'appkernel.outbox',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
      'appkernel.message_type': type,
      'appkernel.attempt': attempt,
      'appkernel.tenant_id': tenantId,
    };
    const origin = remoteSpan(traceparent);
    const options = { kind: SpanKind.CONSUMER, attributes, links: origin ? [{ context: origin }] : [] };
    const span: Span = this.tracer.startSpan(`process ${type}`, options, ROOT_CONTEXT);
    endings.push((outcome) => {
      span.setAttribute('appkernel.outcome', outcome);
      if (outcome !== 'completed') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return trace.setSpan(ROOT_CONTEXT, span);
  }
}

/** Samples at random, regardless of the trace id and flags that a client sends. */
function samplerOf(share: number): Sampler {
  return {
    shouldSample: () => ({
      decision: Math.random() < share ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `RandomSampler{${share}}`,
  };
}

function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

function remoteSpan(traceparent: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}
