import { Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const leaving = new WeakSet<FastifyInstance>()

/**
 * Takes no new connection, and answers what comes on those that are open until nobody has one or `patience` is over:
 * a connection that is closed while somebody asks on it would look like a refusal.
 */
export async function leaveGently(app: FastifyInstance, patience: number): Promise<void> {
  leaving.add(app)
  // The server's own way to close would end at once what is idle at this moment
  const empty = new Promise<void>(done => Server.prototype.close.call(app.server, () => done()))
  await Promise.race([empty, sleep(patience, undefined, { ref: false })])
}

/** Is the server about to stop? Then each connection is closed behind its next answer. */
export const isLeaving = (app: FastifyInstance): boolean => leaving.has(app)

/**
 * Lets the server stop as soon as its last answer is out. Left alone, Node waits for connections on which nothing was
 * ever asked (browsers open such ahead of need), and for those kept alive behind an answer given while stopping:
 * about a minute each.
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
