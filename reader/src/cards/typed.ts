import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'

/** What a reader that is a keyboard types, line by line; empty lines are passed over. */
export async function* typedCards(input: Readable): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') yield line.trim()
  }
}
