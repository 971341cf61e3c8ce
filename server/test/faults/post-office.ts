// An external mail server with every failure that mail servers have.
import { createServer, type Server, type Socket } from 'node:net'

/** `loses` accepts the whole email and disconnects before confirming it. */
export type PostOfficeBehavior = 'takes' | 'not now' | 'never' | 'silent' | 'loses'

interface Brought {
  to: string
  id: string
  told: boolean
}

export class PostOffice {
  mood: PostOfficeBehavior = 'takes'
  deafTo = ''
  readonly brought: Brought[] = []
  came = 0
  readonly standing = new Set<Socket>()
  readonly #server: Server
  #port = 0

  constructor() {
    this.#server = createServer(socket => this.#serve(socket))
  }

  async open(): Promise<number> {
    await new Promise<void>(done => this.#server.listen(this.#port, '127.0.0.1', done))
    this.#port = (this.#server.address() as { port: number }).port
    return this.#port
  }

  async shut(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise(done => this.#server.close(done))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  readonly #sockets = new Set<Socket>()

  #serve(socket: Socket): void {
    this.came++
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.standing.delete(socket)
    })
    const say = (line: string) => socket.write(`${line}\r\n`)
    if (this.mood === 'silent') {
      this.standing.add(socket)
      return
    }
    say('220 post.example ESMTP')
    let [heard, to, inside] = ['', '', false]
    const command = (line: string) => {
      if (this.mood === 'silent') return this.standing.add(socket)
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'RCPT') {
        to = /<([^>]*)>/.exec(line)?.[1] ?? ''
        if (to === this.deafTo) return this.standing.add(socket)
        if (this.mood === 'not now') return say('451 4.3.0 Not now')
        if (this.mood === 'never') return say('550 5.1.1 Never heard of')
      }
      if (verb === 'DATA') {
        inside = true
        return say('354 Go on')
      }
      if (verb === 'QUIT') return socket.end('221 Bye\r\n')
      return say('250 Yes')
    }
    const letter = (text: string) => {
      const told = this.mood !== 'loses'
      this.brought.push({ to, id: /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? '', told })
      if (told) say('250 Taken')
      else socket.destroy()
    }
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text
      for (;;) {
        const mark = inside ? '\r\n.\r\n' : '\r\n'
        const end = heard.indexOf(mark)
        if (end < 0) return
        const part = heard.slice(0, end)
        heard = heard.slice(end + mark.length)
        if (!inside) command(part)
        else {
          inside = false
          letter(part)
        }
      }
    })
  }
}
