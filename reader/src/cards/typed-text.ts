import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'

export async function* typedLines(input: Readable): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield line.trim()
}
