import { parserLimits } from '../platform/parsing/parser-limits.ts'
import { isSimpleJson } from '../platform/parsing/simple-json.ts'

/**
 * Reads JSON that a stranger answered, unless it holds so many values that parsing them would keep others waiting. Throws
 * SyntaxError for that as for what is no JSON.
 */
export function jsonOf(bytes: Buffer, mostValues?: number): unknown {
  const text = bytes.toString()
  if (!isSimpleJson(text, mostValues))
    throw new SyntaxError(
      `The answer has more than ${mostValues ?? parserLimits.jsonParts} values or ${parserLimits.jsonNames} names`,
    )
  return JSON.parse(text)
}
