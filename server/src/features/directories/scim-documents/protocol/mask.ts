const secret = /card_?(pin|id)|password|secret|pin$/i
const hidden = '(hidden)'
const none: ReadonlySet<string> = new Set()

/**
 * A body for the request log, without secrets, whatever key or path contains them. `also` names further attributes that
 * are secret, as `baseName` writes them.
 */
export function maskSecrets(value: unknown, also: ReadonlySet<string> = none): unknown {
  if (Array.isArray(value)) return value.map(one => maskSecrets(one, also))
  if (typeof value !== 'object' || value === null) return value
  const isSecret = (name: string) => secret.test(name) || also.has(baseName(name))
  const path = Object.entries(value).find(([key]) => key.toLowerCase() === 'path')?.[1] as unknown
  const namesSecret = typeof path === 'string' && isSecret(path)
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      isSecret(key) || (namesSecret && key.toLowerCase() === 'value')
        ? hidden
        : // The path may contain a filter that contains the secret
          namesSecret && one === path
          ? path.replaceAll(/"(?:[^"\\\\]|\\\\.)*"?/g, '"…"')
          : maskSecrets(one, also),
    ]),
  )
}

/** An address for the request log, without the query if it contains a secret. */
export function maskedUrl(url: string, also: ReadonlySet<string> = none): string {
  const [place = '', query] = url.split('?', 2)
  if (query === undefined) return url
  const text = decodedOr(query)
  const lower = text.toLowerCase()
  const named = /card_?(pin|id)|password/i.test(text) || [...also].some(name => lower.includes(name))
  return named ? `${place}?${hidden}` : url
}

/** The attribute that a path is about, in lowercase, without its schema, filter, and part. */
export const baseName = (path: string): string => {
  const [whole = ''] = path.toLowerCase().split('[', 1)
  return whole.slice(whole.lastIndexOf(':') + 1).split('.', 1)[0] ?? ''
}

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
