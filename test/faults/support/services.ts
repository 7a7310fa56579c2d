import { type SignedGateway, type GatewayRequest, startPushGateway } from '../../support/push/signed-gateway';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';

/** What an installation sends to. */
export interface Services {
  readonly smtp: SmtpSink;
  readonly webhooks: WebhookReceiver;
  readonly pushes: SignedGateway<GatewayRequest>;
  /** The ways to each. */
  readonly toSmtp: TcpProxy;
  readonly toWebhooks: TcpProxy;
  readonly toPushes: TcpProxy;
  close(): Promise<void>;
}

export async function startServices(): Promise<Services> {
  const [sink, webhooks, pushes] = [await startSmtpSink(), await startWebhookReceiver(), await startPushGateway()];
  const wayTo = (url: string) => startTcpProxy(Number(new URL(url).port));
  const [toSmtp, toWebhooks, toPushes] = [
    await wayTo(sink.url),
    await wayTo(webhooks.url('/')),
    await wayTo(pushes.config.url),
  ];
  return {
    smtp: Object.assign(sink, { url: `smtp://127.0.0.1:${toSmtp.port}` }),
    webhooks: { ...webhooks, url: (path) => `http://127.0.0.1:${toWebhooks.port}${path}` },
    pushes: { ...pushes, config: { ...pushes.config, url: pushes.config.url.replace(/:\d+/, `:${toPushes.port}`) } },
    ...{ toSmtp, toWebhooks, toPushes },
    close: async () => {
      await Promise.all([sink.close(), webhooks.close(), pushes.close()]);
      await Promise.all([toSmtp, toWebhooks, toPushes].map((way) => way.close()));
    },
  };
}
