// learn.microsoft.com/graph/json-batching: at most 20 calls, each with its own ID and response
import * as z from 'zod/mini'
import { EmulatorAnswer, type Mount } from './mounting.ts'
import { GraphRefusal } from './refusal.ts'

const Requests = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        id: z.string(),
        method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
        url: z.string().check(z.startsWith('/')),
        headers: z.optional(z.record(z.string(), z.string())),
        body: z.optional(z.unknown()),
        dependsOn: z.optional(z.array(z.string())),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
})

export const batch: Mount = (on, emulator) => {
  for (const version of ['v1.0', 'beta'])
    on('POST', `/${version}/$batch`, { any: [] }, async ({ body, headers }) => {
      const said = Requests.safeParse(body)
      if (!said.success)
        throw new GraphRefusal(
          400,
          'BadRequest',
          'Invalid batch payload: 1 to 20 requests, each with id, method and url.',
        )
      const { requests } = said.data
      if (new Set(requests.map(one => one.id)).size !== requests.length)
        throw new GraphRefusal(400, 'BadRequest', 'Request ids of a batch must be unique.')
      const responses = []
      for (const { id, method, url, headers: own = {}, body: inner } of requests) {
        if (inner !== undefined && !Object.keys(own).some(name => name.toLowerCase() === 'content-type'))
          throw new GraphRefusal(400, 'BadRequest', 'A request with a body needs the header Content-Type.')
        const answer = await emulator.app.inject({
          method,
          url: `/${version}${url}`,
          headers: { ...own, authorization: String(headers['authorization']), 'x-in-batch': emulator.key.toString() },
          ...(inner !== undefined && { payload: inner as object }),
        })
        const retry = answer.headers['retry-after']
        responses.push({
          id,
          status: answer.statusCode,
          headers: { 'Content-Type': 'application/json', ...(retry !== undefined && { 'Retry-After': retry }) },
          ...(answer.payload !== '' && { body: answer.json<unknown>() }),
        })
      }
      // The documentation warns not to rely on the order
      return new EmulatorAnswer(200, { responses: responses.toReversed() })
    })
}
