import { API_CLIENT_SCOPES, API_CLIENT_STATUSES, type ApiClientCredentials } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { pageOf } from '../common/admin-responses.dto';

const CLIENT_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a';
const SCOPES = API_CLIENT_SCOPES.map(({ code }) => code);

/** A secret that can be used, of which nobody sees more than the beginning. */
export class AdminApiClientSecretResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90b'),
  prefix: field.text().about('The first characters of the secret').example('aks_b5Jt0Qw2'),
  createdAt: field.instant(),
  expiresAt: field
    .instant()
    .nullable()
    .about('Time at which a replaced secret ends; null for the current one')
    .example(null),
  lastUsedAt: field.instant().nullable().about('Time of the last use, to the minute; null for none'),
}) {}

export class AdminApiClientResponse extends answer({
  id: field.uuid().about('Id of the API client, also its OAuth `client_id`').example(CLIENT_ID),
  name: field.text().example('Order service'),
  description: field
    .text()
    .nullable()
    .about('Note for administrators')
    .example('Tells members that their order is on its way'),
  scopes: field.some('ApiClientScope', SCOPES),
  allowedCidrs: field
    .texts()
    .about('IPv4 and IPv6 networks from which the client may get and use tokens; empty for any')
    .example(['203.0.113.0/24']),
  expiresAt: field
    .instant()
    .nullable()
    .about('Time at which the client expires; null for never')
    .example('2027-11-21T09:00:00.000Z'),
  status: field.one('ApiClientStatus', API_CLIENT_STATUSES),
  secrets: field.listOf(() => AdminApiClientSecretResponse, 2).about('Newest first'),
  lastUsedAt: field
    .instant()
    .nullable()
    .about('Time of the last successful authentication, to the minute; null for none'),
  createdBy: field.uuid().nullable().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  lockVersion: field.lockVersion(),
  createdAt: field.instant(),
  updatedAt: field.instant(),
}) {}

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

export class AdminApiClientListResponse extends pageOf(AdminApiClientResponse) {}
