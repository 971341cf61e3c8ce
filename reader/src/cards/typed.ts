import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'

/** What is typed, line by line, whether by a reader that is a keyboard or by a person. */
export async function* typedLines(input: Readable): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield line.trim()
}
