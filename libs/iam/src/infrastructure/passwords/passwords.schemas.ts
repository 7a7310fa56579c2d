import { EntitySchema } from 'typeorm';
import { AccountLink } from '../../domain/passwords/account-link';
import { instant, key, nullable, text, uuid } from '../accounts/columns';

const AccountLinkSchema = new EntitySchema<AccountLink>({
  name: 'AccountLink',
  target: AccountLink,
  tableName: 'account_links',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    userId: uuid('user_id'),
    purpose: text('purpose'),
    keyId: text('key_id'),
    seed: { type: 'bytea', name: 'seed' },
    createdAt: instant('created_at'),
    expiresAt: instant('expires_at'),
    usedAt: instant('used_at', nullable),
  },
});

export const PASSWORDS_ENTITIES = [AccountLinkSchema];
