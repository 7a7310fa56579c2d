export * from './generated/admin-operations.js';
export type { components, operations } from './generated/admin-schema.js';
// In place of the operations of these names: they keep the session, and forget it.
export {
  adminLogin,
  adminLogout,
  type AdminClient,
  type AdminClientOptions,
  createAdminClient,
  type AdminSignIn,
} from './admin-client.js';
export { createServiceClient, type ServiceClientOptions } from './service-client.js';
export * from './common.js';
