import { parserLimits } from './parser-limits.ts'

const [quote, backslash, comma, colon, bracket, brace] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b]

/**
 * Does a JSON text hold few enough values to be parsed where others wait? A million tiny values in 2 MB would stop them for
 * half a second. Counts without parsing.
 */
export function isSimpleJson(text: string, most: number = parserLimits.jsonParts): boolean {
  // Too short to hold that many
  if (text.length <= parserLimits.jsonNames * 4) return true
  const names = new Set<number>()
  let [parts, hash, inText] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const one = text.charCodeAt(at)
    if (inText) {
      if (one === quote) inText = false
      else if (one === backslash) at++
      else hash = (Math.imul(hash, 31) + one) | 0
    } else if (one === quote) {
      inText = true
      hash = 0
    } else if (one === comma || one === bracket || one === brace) parts++
    else if (one === colon) {
      parts++
      names.add(hash)
    }
    if (parts > most || names.size > parserLimits.jsonNames) return false
  }
  return true
}
