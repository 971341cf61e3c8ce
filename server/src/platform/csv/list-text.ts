/** Blanks around a value, which readers of a list take off, and characters that no line may hold. */
const unsafe = /^\s+|\s+$|\p{Cc}/gu

const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16)}`)

/**
 * Joins values to a list in one text, for receivers that split it again: in each value the separator, `%`, and what is not
 * safe in a header are percent-encoded (RFC 3986 §2.1), so that one value never arrives as two. A list that is longer than
 * `most` ends after the last complete value, because a cut value could be the name of another one.
 */
export function listText(values: readonly string[], separator: string, most: number): string {
  let text = ''
  for (const value of values) {
    const safe = value
      .replaceAll('%', '%25')
      .replaceAll(separator, () => `%${separator.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll(unsafe, encoded)
    const longer = text === '' ? safe : `${text}${separator}${safe}`
    if (longer.length > most) break
    text = longer
  }
  return text
}
