/** Result of a check: the provider's error, and missing permissions. */
export interface ApiCheckResult {
  readonly reason: string | null
  readonly missing: readonly string[]
}

/** Parses a JSON response; its content is untrusted and only displayed. */
export function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body.toString())
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Untrusted text without invisible characters. */
export const plainText = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, 200)
    : ''
