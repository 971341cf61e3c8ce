import { parentPort } from 'node:worker_threads'
import type { ParserRequest, ParserReply } from './isolated-parser.ts'

// Runs one parser after the other in a thread of its own, with a heap of its own: see isolated-parser.ts

parentPort?.on('message', ({ module, input }: ParserRequest) => {
  void answer(module, input).then(answered => parentPort?.postMessage(answered, []))
})

async function answer(module: string, input: unknown): Promise<ParserReply> {
  try {
    const { parse } = (await import(module)) as { parse(input: unknown): unknown }
    return { output: await parse(input) }
  } catch (error) {
    if (!(error instanceof Error)) return { refused: { name: 'Error', message: String(error), details: {} } }
    // A message carries own properties of an error only where they are put beside it
    return { refused: { name: error.constructor.name, message: error.message, details: { ...(error as object) } } }
  }
}
