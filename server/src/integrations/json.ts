// Each of them begins an object, a list, or a value of one: what costs time and memory when it is parsed
const [comma, colon, list, object] = [0x2c, 0x3a, 0x5b, 0x7b]

/**
 * Reads JSON that a stranger answered, unless it holds so many values that parsing them would keep others waiting. Throws
 * SyntaxError for that as for what is no JSON.
 */
export function jsonOf(bytes: Buffer, mostValues = 200_000): unknown {
  let values = 0
  // By place: an iterator takes ten times as long
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if ((byte === comma || byte === colon || byte === list || byte === object) && ++values > mostValues)
      throw new SyntaxError('The answer holds too many values')
  }
  return JSON.parse(bytes.toString())
}
