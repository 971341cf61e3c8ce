import { Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const leaving = new WeakSet<FastifyInstance>()

/**
 * Stops accepting connections and serves the open ones until all have closed or `patience` has passed. Closing
 * a connection during a request would look like a refusal.
 */
export async function closeGracefully(app: FastifyInstance, patience: number): Promise<void> {
  leaving.add(app)
  // The server's own close would immediately end connections that are idle now
  const empty = new Promise<void>(done => Server.prototype.close.call(app.server, () => done()))
  await Promise.race([empty, sleep(patience, undefined, { ref: false })])
}

export const isLeaving = (app: FastifyInstance): boolean => leaving.has(app)

/**
 * Lets the server stop after its last response. Node otherwise waits about a minute each for connections that
 * were never used (browsers open them ahead of need) and for those kept alive after a response.
 */
export function drain(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', socket => {
    silent.add(socket)
    socket.once('data', () => silent.delete(socket))
    socket.once('close', () => silent.delete(socket))
  })
  app.addHook('preClose', async () => {
    leaving.add(app)
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (leaving.has(app)) void reply.header('connection', 'close')
  })
}
