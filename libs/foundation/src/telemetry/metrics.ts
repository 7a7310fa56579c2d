import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  DROPPED_REPORTS,
  type DroppedReports,
  MESSAGES,
  REPLICA_READS,
  type ReplicaRead,
  REQUESTS,
  type WatchedMessage,
  type WatchedRequest,
} from '../diagnostics/channels';

/** Seconds. */
const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MESSAGE_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60];

/** A gauge whose values are read when the metrics are scraped. */
export interface Measured {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly values: () => Promise<readonly MeasuredValue[]> | readonly MeasuredValue[];
}

export interface MeasuredValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of one process in the format of Prometheus. Created only if metrics are enabled, as it loads a library. */
export class Metrics {
  private readonly registry = new Registry();

  private readonly requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Requests by route and status: how many, and how long they took',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: REQUEST_BUCKETS,
    registers: [this.registry],
  });

  private readonly messages = new Histogram({
    name: 'appkernel_outbox_handling_duration_seconds',
    help: 'Attempts to handle a message of the outbox: how many, how they ended and how long they took',
    labelNames: ['queue', 'type', 'outcome'],
    buckets: MESSAGE_BUCKETS,
    registers: [this.registry],
  });

  private readonly droppedReports = new Counter({
    name: 'appkernel_release_reports_dropped_total',
    help: 'Reports on releases that were accepted and not kept, by whose budget of the day was used up',
    labelNames: ['budget'],
    registers: [this.registry],
  });

  private readonly replicaReads = new Counter({
    name: 'appkernel_replica_reads_total',
    help: 'Reads that the replica of the database may answer: by it, or by the primary, and why',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly whenReadFromReplica = (read: unknown): void => {
    this.replicaReads.inc({ outcome: (read as ReplicaRead).outcome });
  };

  private readonly whenDropped = (dropped: unknown): void => {
    const { budget, reports } = dropped as DroppedReports;
    this.droppedReports.inc({ budget }, reports);
  };

  private readonly whenRequested = (request: unknown): void => {
    const { method, endings } = request as WatchedRequest;
    endings.push(({ route, status, seconds }) => {
      this.requests.observe(
        { http_request_method: method, http_route: route ?? '', http_response_status_code: status },
        seconds,
      );
    });
  };

  private readonly whenHandled = (message: unknown): void => {
    const { queue, type, endings } = message as WatchedMessage;
    const begun = performance.now();
    endings.push((outcome) => this.messages.observe({ queue, type, outcome }, (performance.now() - begun) / 1_000));
  };

  constructor(measured: readonly Measured[]) {
    collectDefaultMetrics({ register: this.registry });
    for (const one of measured) this.add(one);
    REQUESTS.subscribe(this.whenRequested);
    MESSAGES.subscribe(this.whenHandled);
    DROPPED_REPORTS.subscribe(this.whenDropped);
    REPLICA_READS.subscribe(this.whenReadFromReplica);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  stop(): void {
    REQUESTS.unsubscribe(this.whenRequested);
    MESSAGES.unsubscribe(this.whenHandled);
    DROPPED_REPORTS.unsubscribe(this.whenDropped);
    REPLICA_READS.unsubscribe(this.whenReadFromReplica);
    this.registry.clear();
  }

  private add({ name, help, labels, values }: Measured): void {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      async collect() {
        const found = await values();
        this.reset();
        for (const { labels: of, value } of found) this.set(of, value);
      },
    });
  }
}
