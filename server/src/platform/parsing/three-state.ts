/**
 * What a directory or an identity provider says about a user. Undefined means that it didn't say: then nothing is
 * removed, and the record says so.
 */
export type ThreeState<T> = T | undefined

/** A truth value. Amazon Cognito, older tokens of Apple, and LDAP write it as text. */
export function flagIn(value: unknown): ThreeState<boolean> {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (text === true || text === 'true') return true
  return text === false || text === 'false' ? false : undefined
}

/** A list, which can be empty. Null and objects say nothing. */
export function listIn(value: unknown): ThreeState<readonly unknown[]> {
  if (Array.isArray(value)) return value
  return typeof value === 'string' || typeof value === 'number' ? [value] : undefined
}
