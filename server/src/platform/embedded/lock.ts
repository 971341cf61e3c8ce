import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/**
 * Locks `folder` for this process until it exits for any reason: the system closes the listening socket.
 * @throws if another live process holds the lock
 */
export const lockFolder = async (socket: string, folder: string): Promise<() => Promise<void>> => {
  const path = join(socket, 'holder')
  const server = await listen(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    if (await answers(path)) {
      throw new Error(`Another Claviger is using ${folder}. Stop it first, or set another DATA_FOLDER`)
    }
    await rm(path, { force: true })
    return listen(path)
  })
  server.unref()
  return () => new Promise(done => server.close(() => done()))
}

const listen = (path: string): Promise<Server> =>
  new Promise((done, failed) => {
    const server = createServer(visitor => visitor.destroy())
    server.once('error', failed)
    server.listen(path, () => done(server))
  })

const answers = (path: string): Promise<boolean> =>
  new Promise(done => {
    const visitor = createConnection(path)
    visitor.once('connect', () => (visitor.destroy(), done(true)))
    visitor.once('error', () => done(false))
  })
