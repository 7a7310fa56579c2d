import {
  API_CLIENT_SCOPES,
  API_CLIENT_STATUSES,
  type ApiClientCredentials,
  type ApiClientSecretView,
  type ApiClientStatus,
  type ApiClientView,
} from '@libs/iam';
import type { ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import type { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const CLIENT_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a';
const SCOPES = API_CLIENT_SCOPES.map(({ code }) => code);

/** A secret that can be used, of which nobody sees more than the beginning. */
export class AdminApiClientSecretResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90b' })
  readonly id: string;

  @Answer.Text({ description: 'The first characters of the secret', example: 'aks_b5Jt0Qw2' })
  readonly prefix: string;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant({
    nullable: true,
    description: 'Time at which a replaced secret ends; null for the current one',
    example: null,
  })
  readonly expires_at: string | null;

  @Answer.Instant({ nullable: true, description: 'Time of the last use, to the minute; null for none' })
  readonly last_used_at: string | null;

  constructor(secret: ApiClientSecretView) {
    this.id = secret.id;
    this.prefix = secret.prefix;
    this.created_at = secret.createdAt.toISOString();
    this.expires_at = secret.expiresAt?.toISOString() ?? null;
    this.last_used_at = secret.lastUsedAt?.toISOString() ?? null;
  }
}

export class AdminApiClientResponse {
  @Answer.Uuid({ description: 'Id of the API client, also its OAuth `client_id`', example: CLIENT_ID })
  readonly id: string;

  @Answer.Text({ example: 'Order service' })
  readonly name: string;

  @Answer.Text({
    nullable: true,
    description: 'Note for administrators',
    example: 'Tells members that their order is on its way',
  })
  readonly description: string | null;

  @Answer.SomeOf('ApiClientScope', SCOPES)
  readonly scopes: readonly string[];

  @Answer.Texts({
    description: 'IPv4 and IPv6 networks from which the client may get and use tokens; empty for any',
    example: ['203.0.113.0/24'],
  })
  readonly allowed_cidrs: readonly string[];

  @Answer.Instant({
    nullable: true,
    description: 'Time at which the client expires; null for never',
    example: '2027-11-21T09:00:00.000Z',
  })
  readonly expires_at: string | null;

  @Answer.OneOf('ApiClientStatus', API_CLIENT_STATUSES)
  readonly status: ApiClientStatus;

  @Answer.ListOf(() => AdminApiClientSecretResponse, { max: 2, description: 'Newest first' })
  readonly secrets: readonly AdminApiClientSecretResponse[];

  @Answer.Instant({
    nullable: true,
    description: 'Time of the last successful authentication, to the minute; null for none',
  })
  readonly last_used_at: string | null;

  @Answer.Uuid({ nullable: true, example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly created_by: string | null;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  constructor(client: ApiClientView) {
    this.id = client.id;
    this.name = client.name;
    this.description = client.description;
    this.scopes = client.scopes;
    this.allowed_cidrs = client.allowedCidrs;
    this.expires_at = client.expiresAt?.toISOString() ?? null;
    this.status = client.status;
    this.secrets = client.secrets.map((secret) => new AdminApiClientSecretResponse(secret));
    this.last_used_at = client.lastUsedAt?.toISOString() ?? null;
    this.created_by = client.createdBy;
    this.lock_version = client.lockVersion;
    this.created_at = client.createdAt.toISOString();
    this.updated_at = client.updatedAt.toISOString();
  }
}

/** A client with a new secret, which is shown this once. */
export class AdminApiClientCredentialsResponse extends AdminApiClientResponse {
  @Answer.Uuid({ description: 'The same as `id`', example: CLIENT_ID })
  readonly client_id: string;

  @Answer.Secret({ example: 'aks_b5Jt0Qw2k7cXnV4sR9dLpF1gYhMzU8eTqAoKiWj3H6E' })
  readonly client_secret: string;

  constructor({ client, secret }: ApiClientCredentials) {
    super(client);
    this.client_id = client.id;
    this.client_secret = secret;
  }
}

export class AdminApiClientListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminApiClientResponse)
  readonly items: readonly AdminApiClientResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<ApiClientView>) {
    super(query, total);
    this.items = items.map((client) => new AdminApiClientResponse(client));
  }
}
