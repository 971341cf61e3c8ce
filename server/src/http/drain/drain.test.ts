import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { drain } from './drain.ts'

async function listening() {
  const app = fastify({ forceCloseConnections: 'idle' })
  drain(app)
  const begun = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    begun.resolve()
    await sleep(300)
    return { done: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return { app, port, begun: begun.promise }
}

test('an idle connection does not delay the shutdown', async () => {
  const { app, port } = await listening()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await sleep(50)
  const began = performance.now()
  await app.close()
  expect(performance.now() - began).toBeLessThan(20_000)
})

test('a request in progress is still answered', async () => {
  const { app, port, begun } = await listening()
  const answer = fetch(`http://127.0.0.1:${port}/slow`)
  await begun
  await Promise.all([app.close(), expect(answer.then(one => one.json())).resolves.toEqual({ done: true })])
})
