import { apiClient, type ApiClientCredentials, apiClientSecret, apiClientSettings } from '@libs/iam';
import { field, only } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';

export class AdminApiClientSecretResponse extends answer(apiClientSecret) {}

const client = {
  ...only(apiClient, 'id'),
  ...apiClientSettings,
  ...only(apiClient, 'status'),
  secrets: field.listOf(() => AdminApiClientSecretResponse, 2).about('Newest first'),
  lastUsedAt: field
    .instant()
    .nullable()
    .about('Time of the last successful authentication, to the minute; null for none'),
  ...only(apiClient, 'createdBy', 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
};

export class AdminApiClientResponse extends answer(client) {}

/** A client with a new secret, which is shown this once. */
export class AdminApiClientCredentialsResponse extends answer({
  ...client,
  clientId: apiClient.id.about('The same as `id`'),
  clientSecret: field.secret().example('aks_b5Jt0Qw2k7cXnV4sR9dLpF1gYhMzU8eTqAoKiWj3H6E'),
}) {
  constructor({ client, secret }: ApiClientCredentials) {
    super({ ...client, clientId: client.id, clientSecret: secret });
  }
}

export class AdminApiClientListResponse extends pageOf(AdminApiClientResponse) {}
