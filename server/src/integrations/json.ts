import { isSimpleJson } from '../platform/parsing/simple-json.ts'

/**
 * Reads JSON that a stranger answered, unless it holds so many values that parsing them would keep others waiting. Throws
 * SyntaxError for that as for what is no JSON.
 */
export function jsonOf(bytes: Buffer, mostValues?: number): unknown {
  const text = bytes.toString()
  if (!isSimpleJson(text, mostValues)) throw new SyntaxError('The answer holds too many values')
  return JSON.parse(text)
}
