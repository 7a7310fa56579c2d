import { type Config, Secrets } from '@libs/foundation';
import { PasswordHasher } from '../../libs/iam/src/infrastructure/passwords/password-hasher';
import { BCRYPT_COST } from '../programs/api';
import { KEY_ID, type StoredKeys } from './keys';

/** As the product stores it. */
export function hashPassword({ secret }: StoredKeys, password: string): Promise<string> {
  const secrets = new Secrets([{ id: KEY_ID, bytes: Buffer.from(secret, 'base64') }]);
  return new PasswordHasher(secrets, { passwordBcryptCost: Number(BCRYPT_COST) } as Config).hash(password);
}
