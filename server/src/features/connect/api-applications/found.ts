/** What the other side said: why it refuses, and which permissions are missing. */
export interface Found {
  readonly reason: string | null
  readonly missing: readonly string[]
}

/** What another side answers, where that is JSON; what it says is a stranger's and only shown. */
export function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body.toString())
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Plain text of a stranger, without what would not show. */
export const plainText = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, 200)
    : ''
