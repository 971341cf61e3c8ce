import { type ProblemCode, problems } from '@claviger/contract/platform/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAway, notReady } from '../platform/db/pool/connection-lost.ts'
import { languageOfHeader, sayIn } from '../platform/languages.ts'
import { Problem, type ProofOfWork, tooLarge } from '../platform/problem.ts'

export interface ProblemBody {
  message: string
  code: ProblemCode
  fields?: readonly { field: string; message: string }[]
  work?: ProofOfWork
  reference?: string
  unmet?: readonly string[]
  requestId: string
}

function refusalOf(error: unknown, { routeOptions }: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && routeOptions.bodyLimit) return tooLarge(routeOptions.bodyLimit)
  if (status === 413) return new Problem('too-large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || status === 415) return new Problem('wrong-media-type')
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return new Problem('broken-body')
  if (isAway(error, false)) return notReady(error)
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('broken-body')
  return undefined
}

const retryAfter: Partial<Record<ProblemCode, number>> = { 'too-many': 60, 'not-ready': 2 }

/**
 * Writes any error as `{ message, code }` in the caller's language. Faults are logged and their details
 * withheld.
 */
export function replyProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = refusalOf(error, request)
  if (!known) request.log.error({ err: error }, 'a request failed')
  // A refusal due to overload needs no line besides the response's own
  else if (known.cause instanceof Error) request.log.warn({ reason: known.cause.message }, 'a request failed')
  const problem = known ?? new Problem('unexpected')
  const say = sayIn(languageOfHeader(request.headers['accept-language']))
  const body: ProblemBody = {
    message: say(problem.says),
    code: problem.code,
    ...(problem.fields.length > 0 && {
      fields: problem.fields.map(({ field, message }) => ({ field, message: say(message) })),
    }),
    ...(problem.work && { work: problem.work }),
    ...(problem.reference !== undefined && { reference: problem.reference }),
    ...(problem.unmet && { unmet: problem.unmet }),
    requestId: request.id,
  }
  const wait = problem.after ?? retryAfter[problem.code]
  if (wait !== undefined) void reply.header('retry-after', String(wait))
  void reply
    .code(problems[problem.code].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
