/** Nouns whose answers change with the keys of users. */
export const touchedByKeys = [
  'security-keys',
  'key-acts',
  'users',
  'statistics',
  'groups',
  'credentials',
] as readonly string[]
