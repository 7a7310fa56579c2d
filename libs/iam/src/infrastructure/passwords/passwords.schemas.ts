import { entityOf } from '@libs/foundation';
import { AccountLink, accountLink } from '../../domain/passwords/account-link';

export const PASSWORDS_ENTITIES = [
  entityOf(AccountLink, accountLink, { table: 'account_links', key: ['tenantId', 'id'] }),
];
