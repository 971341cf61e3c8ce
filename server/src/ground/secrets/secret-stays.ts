import { problem } from '../problem.ts'

/** A secret that is kept for an address, and whether the caller brought it, or took it away, with this change. */
interface Kept {
  /** The field of the input that brings it. */
  readonly field: string
  readonly kept: boolean
  readonly brought: boolean
}

/** Where a web address leads, as far as a secret is concerned: scheme, host and port. */
export const originOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : address.toLowerCase()

/**
 * Refuses to take kept secrets along to another place: whoever may change where something leads need not know its
 * secrets, and must not have them delivered to an address of theirs. Throws secret-needed.
 */
export function mustBringSecrets(from: string, to: string, secrets: readonly Kept[]): void {
  if (from === to) return
  const missing = secrets.filter(({ kept, brought }) => kept && !brought)
  if (missing.length === 0) return
  const fields = missing.map(({ field }) => ({ field, message: 'Enter this again because the URL changed' }))
  throw problem('secret-needed', undefined, fields)
}
