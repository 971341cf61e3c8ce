import { problem, tooLarge } from '#platform/problem.ts'
import type { RequestContext } from '#platform/app-context.ts'

const largest = 400 * 1024

/** Fields of a form posted by another site. @throws too-large, or broken-body if it is not a form */
export async function formOf(ctx: RequestContext): Promise<URLSearchParams> {
  if (!ctx.request.upload) throw problem('broken-body', 'The request body must be a form')
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of ctx.request.upload) {
    size += part.length
    if (size > largest) throw tooLarge(largest)
    parts.push(part)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}
