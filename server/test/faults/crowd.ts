import { setTimeout as sleep } from 'node:timers/promises'

interface Said {
  at: number
  server: number
  reading: boolean
  status: number
  retryAfter: string | null
}

export class Crowd {
  readonly said: Said[] = []
  readonly acknowledged: string[] = []
  readonly #working: Promise<void>[]
  #stopped = false

  constructor(addresses: readonly string[], token: string, name: string, many: number) {
    this.#working = Array.from({ length: many }, (_one, i) => this.#work(addresses, token, `${name}${i}`, i))
  }

  firstAfter(instant: number, server: number): number | undefined {
    return this.said.find(one => one.at >= instant && one.server === server && !one.reading && one.status === 200)?.at
  }

  answers(instant: number, reading: boolean): Set<number> {
    return new Set(this.said.filter(one => one.at >= instant && one.reading === reading).map(one => one.status))
  }

  async recovered(instant: number, servers: number): Promise<number> {
    const last = () => Array.from({ length: servers }, (_one, server) => this.firstAfter(instant, server))
    for (let waited = 0; last().includes(undefined) && waited < 20_000; waited += 20) await sleep(20)
    return Math.max(...last().map(at => (at ?? Infinity) - instant))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#working)
  }

  async #work(addresses: readonly string[], token: string, name: string, place: number): Promise<void> {
    for (let n = 0; !this.#stopped; n++) {
      const server = (place + n) % addresses.length
      const user = { userId: `${name}.${n}`, firstName: name, lastName: `N${n}`, email: `${name}.${n}@fault.example` }
      const reading = n % 3 === 0
      const answer = await fetch(`${addresses[server]}/administrator/tokens${reading ? '/v2?pageSize=5' : ''}`, {
        headers: { 'content-type': 'application/json', authorization: token },
        ...(!reading && { method: 'POST', body: JSON.stringify(user) }),
        signal: AbortSignal.timeout(15_000),
      }).then(
        async reply => {
          await reply.arrayBuffer()
          return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
        },
        () => ({ status: 0, retryAfter: null }),
      )
      this.said.push({ at: performance.now(), server, reading, ...answer })
      if (!reading && answer.status === 200) this.acknowledged.push(user.userId)
      // Continuous load that still lets the broken part recover
      await sleep(answer.status === 200 ? 10 : 30)
    }
  }
}
