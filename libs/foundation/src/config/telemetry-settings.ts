import { z } from 'zod';
import { flag, httpUrl, integer } from './values';

/** The variables about metrics and traces; those of traces have the names of OpenTelemetry. */
export const TELEMETRY_VARIABLES = {
  METRICS_ENABLED: flag.default(false),
  METRICS_PORT: integer(0, 65_535).default(9464),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((value) => value.split(',').filter((pair) => pair.trim() !== ''))
    .refine(
      (pairs) => pairs.every((pair) => /^\s*[\w!#$%&'*+.^`|~-]+\s*=/.test(pair)),
      'must be headers as name=value, separated by commas',
    )
    .transform((pairs) => Object.fromEntries(pairs.map(headerOf)))
    .default({}),
  OTEL_SERVICE_NAME: z.string().max(255).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'must be a share from 0 to 1')
    .transform(Number)
    .default(1),
};

type TelemetryEnvironment = z.infer<z.ZodObject<typeof TELEMETRY_VARIABLES>>;

/** The destination of traces. */
export interface TracingSettings {
  /** The collector's base URL, without the path of the signal. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The sampling ratio, from 0 to 1. */
  readonly sampledShare: number;
  /** Null for the name of the process. */
  readonly serviceName: string | null;
}

export function metricsSettings(env: TelemetryEnvironment & { readonly HOST: string }) {
  return { enabled: env.METRICS_ENABLED, host: env.HOST, port: env.METRICS_PORT };
}

/** Null if no traces are sent. */
export function tracingSettings(env: TelemetryEnvironment): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  if (endpoint === undefined) return null;
  return { endpoint, headers, sampledShare: env.OTEL_TRACES_SAMPLER_ARG, serviceName: env.OTEL_SERVICE_NAME ?? null };
}

/** Values are percent-encoded, as in W3C Baggage. */
function headerOf(pair: string): [string, string] {
  const mark = pair.indexOf('=');
  const value = pair.slice(mark + 1).trim();
  return [pair.slice(0, mark).trim(), /%(?![0-9A-Fa-f]{2})/.test(value) ? value : decodeURIComponent(value)];
}
