/** Former addresses of screens, each with the address that shows its content now. */
export const moved: readonly { path: string; to: string }[] = [
  { path: '/dashboard/users/$id/security-keys', to: '/dashboard/users/$id' },
  { path: '/dashboard/users/$id/organization-units', to: '/dashboard/users/$id/groups' },
  { path: '/dashboard/users/$id/passwords', to: '/dashboard/users/$id/passkeys' },
  { path: '/dashboard/users/$id/devices', to: '/dashboard/users/$id/sessions' },
]
