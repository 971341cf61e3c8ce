const secret = /card_?(pin|id)|password|secret|pin$/i
const hidden = '(hidden)'

/** A body for the request log, without secrets, whatever key or path contains them. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  const path = Object.entries(value).find(([key]) => key.toLowerCase() === 'path')?.[1] as unknown
  const namesSecret = typeof path === 'string' && secret.test(path)
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      secret.test(key) || (namesSecret && key.toLowerCase() === 'value')
        ? hidden
        : // The path may contain a filter that contains the secret
          namesSecret && one === path
          ? path.replaceAll(/"(?:[^"\\\\]|\\\\.)*"?/g, '"…"')
          : masked(one),
    ]),
  )
}

/** An address for the request log, without the query if it contains a secret. */
export function maskedUrl(url: string): string {
  const [place = '', query] = url.split('?', 2)
  return query !== undefined && /card_?(pin|id)|password/i.test(decodedOr(query)) ? `${place}?${hidden}` : url
}

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
