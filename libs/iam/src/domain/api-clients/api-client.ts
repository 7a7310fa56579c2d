import {
  type ChangesOf,
  changesIn,
  field,
  fields,
  having,
  newId,
  type NewOf,
  ValidationFailedError,
  type ValuesOf,
  valuesIn,
} from '@libs/kernel';
import { IamStateError } from '../accounts/accounts.errors';
import { API_CLIENT_SCOPES, type ApiClientScope, knownScopes } from './api-client-scopes';

export const API_CLIENT_STATUSES = ['active', 'disabled'] as const;
type ApiClientStatus = (typeof API_CLIENT_STATUSES)[number];

/** The limit per tenant. */
export const MAX_API_CLIENTS = 100;

/** To which one client may be limited. */
export const MAX_CLIENT_APPS = 100;

export const MAX_OVERLAP_SECONDS = 86_400;

const LAST_YEAR = 9999;

/** What administrators say about a client. */
export const apiClientSettings = fields({
  name: field.text(80, { pattern: /\S/, patternCode: 'required' }).example('Order service'),
  description: field
    .text(500)
    .nullable()
    .initially(null)
    .about('Note for administrators')
    .example('Tells members that their order is on its way'),
  /** In the order of the catalogue. */
  scopes: field.some<ApiClientScope>(
    'ApiClientScope',
    API_CLIENT_SCOPES.map(({ code }) => code),
  ),
  /** In lower case. */
  appIds: field
    .texts(MAX_CLIENT_APPS)
    .nullable()
    .initially(null)
    .about('Apps to which the client is limited; null for all of the tenant and what belongs to none of them')
    .example(null),
  /** In canonical spelling. */
  allowedCidrs: field
    .texts(50)
    .initially([])
    .about('IPv4 and IPv6 networks from which the client may get and use tokens; empty for any')
    .example(['203.0.113.0/24', '2001:db8::/32']),
  expiresAt: field
    .instant()
    .nullable()
    .initially(null)
    .about('Time at which the client expires; null for never')
    .example('2027-11-21T09:00:00.000Z'),
});

export const apiClient = fields({
  tenantId: field.uuid(),
  id: field
    .uuid()
    .about('Id of the API client, also its OAuth `client_id`')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a'),
  ...apiClientSettings,
  status: field.one('ApiClientStatus', API_CLIENT_STATUSES).initially('active'),
  /** Tokens tell which it was when they were issued: once it is another, they are worthless. */
  tokensSince: field.instant(),
  createdBy: field.uuid().nullable().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  lockVersion: field.lockVersion().initially(1),
  createdAt: field.instant(),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
});

export type ApiClientChanges = ChangesOf<typeof apiClientSettings>;
export type NewApiClient = NewOf<typeof apiClientSettings>;

/** A program that acts for the tenant. */
export class ApiClient extends having(apiClient) {
  /** @throws ValidationFailedError when it would have expired already. */
  constructor(tenantId: string, input: NewApiClient, createdBy: string, now: Date) {
    const settings = valuesIn(apiClientSettings, input);
    expectExpiry(settings.expiresAt, now);
    const dates = { tokensSince: now, createdAt: now, updatedAt: now };
    super({ tenantId, id: newId(), ...settings, ...normalized(settings), createdBy, ...dates });
  }

  /** @throws ValidationFailedError when it would have expired already; a time that does not change may have passed. */
  update(changes: ApiClientChanges, now: Date): void {
    const { expiresAt } = changes;
    const isMoved = expiresAt !== undefined && expiresAt?.getTime() !== this.expiresAt?.getTime();
    if (isMoved) expectExpiry(expiresAt, now);
    const settings = changesIn(apiClientSettings, changes);
    this.change({ ...settings, ...normalized(settings) }, now);
  }

  /** Without an overlap the old secret is taken for stolen: what was got with it ends, too. */
  rotate(overlapSeconds: number, now: Date): void {
    this.change(overlapSeconds === 0 ? this.withoutTokens(now) : {}, now);
  }

  /** @throws IamStateError when it is active already. */
  enable(now: Date): void {
    this.enter('active', now);
  }

  /** Ends its tokens for good. @throws IamStateError when it is disabled already. */
  disable(now: Date): void {
    this.enter('disabled', now);
  }

  private enter(status: ApiClientStatus, now: Date): void {
    if (this.status === status) throw new IamStateError();
    this.change(status === 'disabled' ? { status, ...this.withoutTokens(now) } : { status }, now);
  }

  /** Always another one, even if a change that waited for the one before began as early. */
  private withoutTokens(now: Date): Pick<ApiClient, 'tokensSince'> {
    return { tokensSince: new Date(Math.max(now.getTime(), this.tokensSince.getTime() + 1)) };
  }

  private change(state: Partial<ApiClient>, now: Date): void {
    Object.assign(this, state, { lockVersion: this.lockVersion + 1, updatedAt: now });
  }
}

/** Each scope, App and network once, as far as there are any. */
function normalized({ scopes, appIds, allowedCidrs }: Partial<ValuesOf<typeof apiClientSettings>>): Partial<ApiClient> {
  return {
    ...(scopes && { scopes: knownScopes(scopes) }),
    ...(appIds && { appIds: [...new Set(appIds)] }),
    ...(allowedCidrs && { allowedCidrs: [...new Set(allowedCidrs)] }),
  };
}

function expectExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null) return;
  if (expiresAt.getUTCFullYear() > LAST_YEAR) throw ValidationFailedError.of('expires_at', 'not_instant');
  if (expiresAt <= now) throw ValidationFailedError.of('expires_at', 'not_future');
}
