/** The push providers of an App: those of the devices, a gateway of its own for all devices, or only the log. */
export const PUSH_PROVIDER_NAMES = ['uni_push', 'fcm', 'apns', 'hms', 'webhook', 'log'] as const;
export type PushProviderName = (typeof PUSH_PROVIDER_NAMES)[number];

/** One push to one device. */
export interface PushNotification {
  /** The same in every attempt: providers that know it do not show a repeat. */
  readonly deliveryId: string;
  /** The same for all recipients: a repeat replaces what is on the screen. */
  readonly messageId: string;
  readonly device: {
    /** Which provider gave the token. */
    readonly provider: 'uni_push' | 'fcm' | 'apns' | 'hms';
    /** Never to be logged. */
    readonly token: string;
    readonly platform: string | null;
  };
  /** Plain text, whole: the provider cuts it to what it takes. */
  readonly title: string;
  readonly body: string;
  /** For the App, which fetches the rest: the id under which the member has it, its type, and its action as JSON. */
  readonly data: { readonly id: string; readonly type: string; readonly action: string };
  readonly isMarketing: boolean;
  readonly expiresAt: Date | null;
  /** 1 for the first, which it is if it is not said: where a provider asks to be left alone, the wait doubles. */
  readonly attempt?: number;
}

/** What became of a push. */
export type PushOutcome =
  /** Accepted by the provider, which does not mean that it was shown. */
  | { readonly kind: 'sent'; readonly providerId: string | null }
  /** Accepted, and by the provider's own rule not delivered. */
  | { readonly kind: 'ignored' }
  /** The token will never work again, if it was registered before `since`. */
  | { readonly kind: 'drop_token'; readonly since: Date | null; readonly reason: string }
  | { readonly kind: 'retry'; readonly afterSeconds: number | null; readonly reason: string }
  /** Key, certificate, project or permission are wrong: nothing will be accepted before an administrator acts. */
  | { readonly kind: 'configuration'; readonly reason: string }
  /** This push can never be sent. */
  | { readonly kind: 'message_defect'; readonly reason: string };

/** The part of an outcome that is the same for all pushes of an attempt. */
export type PushFailure = Extract<PushOutcome, { kind: 'retry' | 'configuration' | 'message_defect' }>;

/** Sends through one provider with the credentials of one App. */
export interface PushProvider {
  /** How many it takes at once. */
  readonly batchSize: number;

  /**
   * Never throws: whatever goes wrong is an outcome. Takes a minute at most, however the provider hangs.
   *
   * @param notifications at most `batchSize`. @returns an outcome for each, in their order.
   */
  send(notifications: readonly PushNotification[]): Promise<PushOutcome[]>;
}

/** The provider for devices of a kind, as the App has configured it. */
export interface PushRoute {
  readonly name: PushProviderName;
  /** Whether nothing is to be sent but a probe. */
  readonly isPaused: boolean;
  /** When a probe is due, if it is paused. */
  readonly probeAt: Date | null;
  readonly provider: PushProvider;
}
