import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets the server stop as soon as its last answer is out. Left alone, Node waits for connections on which nothing was
 * ever asked (browsers open such ahead of need), and for those kept alive behind an answer given while stopping:
 * about a minute each.
 */
export function drain(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  let stopping = false
  app.server.on('connection', socket => {
    silent.add(socket)
    socket.once('data', () => silent.delete(socket))
    socket.once('close', () => silent.delete(socket))
  })
  app.addHook('preClose', async () => {
    stopping = true
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) void reply.header('connection', 'close')
  })
}
