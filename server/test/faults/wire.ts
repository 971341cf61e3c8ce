// A proxy between servers and database that can disconnect, delay, or drop traffic.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export class Wire {
  readonly #server: Server
  readonly #pairs = new Set<{ near: Socket; far: Socket | undefined }>()
  #to: number | string
  #swallows = false
  #ignores = false
  #delay = 0
  #connections = 0
  #sent = 0

  /** Leads to a port of this computer, or to a socket file. */
  constructor(to: number | string) {
    this.#to = to
    this.#server = createServer({ allowHalfOpen: true }, near => this.#join(near))
  }

  listen(): Promise<number> {
    return new Promise(done => {
      this.#server.listen(0, '127.0.0.1', () => done((this.#server.address() as { port: number }).port))
    })
  }

  leadTo(port: number): void {
    this.#to = port
  }

  /** Resolves when servers have opened so many more connections and sent so many more messages to the database. */
  async carries(connections: number, messages: number): Promise<void> {
    const [joined, sent] = [this.#connections + connections, this.#sent + messages]
    while (this.#connections < joined || this.#sent < sent) await sleep(5)
  }

  cut(): void {
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy()
      if (far) this.#reset(far)
    }
    this.#pairs.clear()
  }

  /** Closes the far end; the near end is never notified. */
  leaveHalfOpen(): void {
    for (const pair of this.#pairs) {
      const { far } = pair
      pair.far = undefined
      if (far) this.#reset(far)
    }
  }

  /** Drops everything in both directions silently. */
  swallow(does: boolean): void {
    this.#swallows = does
    for (const { near, far } of this.#pairs) {
      for (const end of [near, far]) if (does) end?.pause()
      if (!does) for (const end of [near, far]) end?.resume()
    }
  }

  /** Accepts new connections, and never answers on them. */
  ignoreNew(does: boolean): void {
    this.#ignores = does
  }

  slow(milliseconds: number): void {
    this.#delay = milliseconds
  }

  close(): void {
    this.cut()
    this.#server.close()
  }

  // The operating system resets only connections of networks
  #reset(far: Socket): void {
    if (typeof this.#to === 'number') far.resetAndDestroy()
    else far.destroy()
  }

  #connect(): Socket {
    return typeof this.#to === 'number' ? connect(this.#to, '127.0.0.1') : connect(this.#to)
  }

  #join(near: Socket): void {
    if (this.#ignores) return void near.on('error', () => undefined).resume()
    const pair: { near: Socket; far: Socket | undefined } = { near, far: this.#connect() }
    const { far } = pair
    if (!far) return
    this.#pairs.add(pair)
    this.#connections++
    near.on('data', () => this.#sent++)
    const end = () => {
      if (pair.far === undefined && !near.destroyed && near.readable) return
      this.#pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    const pass = (from: Socket, to: () => Socket | undefined) => {
      from.on('data', (bytes: Buffer) => {
        if (this.#delay === 0) to()?.write(bytes)
        else setTimeout(() => to()?.write(bytes), this.#delay)
      })
      from.on('error', () => undefined)
      from.on('close', end)
    }
    pass(near, () => pair.far)
    pass(far, () => (near.destroyed ? undefined : near))
    near.on('end', () => far.end())
    far.on('end', () => pair.far && near.end())
    if (!this.#swallows) return
    near.pause()
    far.pause()
  }
}
