import { problem } from '../problem.ts'

interface Kept {
  readonly field: string
  readonly kept: boolean
  readonly brought: boolean
}

export const originOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : address.toLowerCase()

/**
 * Requires secrets to be entered again if their destination changes: a user who can change an address must not
 * redirect stored secrets to it.
 * @throws secret-needed
 */
export function mustBringSecrets(from: string, to: string, secrets: readonly Kept[]): void {
  if (from === to) return
  const missing = secrets.filter(({ kept, brought }) => kept && !brought)
  if (missing.length === 0) return
  const fields = missing.map(({ field }) => ({ field, message: 'Enter this again because the URL changed' }))
  throw problem('secret-needed', undefined, fields)
}
