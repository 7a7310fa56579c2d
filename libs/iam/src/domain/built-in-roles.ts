/** The roles that every tenant has from the start; the last one only the platform tenant. */
export const BUILT_IN_ROLES = [
  { code: 'owner', name: 'Owner' },
  { code: 'admin', name: 'Administrator' },
  { code: 'release_manager', name: 'Release manager' },
  { code: 'content_editor', name: 'Content editor' },
  { code: 'notification_operator', name: 'Notification operator' },
  { code: 'auditor', name: 'Auditor' },
  { code: 'platform_admin', name: 'Platform administrator' },
] as const;
