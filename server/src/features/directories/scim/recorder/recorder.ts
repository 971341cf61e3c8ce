import { maskSecrets, maskedUrl, type RequestRecord } from '#features/directories/scim-documents/scim-documents.ts'
import type { AppContext } from '#platform/app-context.ts'
import { newIdAt } from '#platform/ids.ts'
import { runOutsideLease } from '#platform/db/pool/connection-lease.ts'
import { insertRecords, type NewRecord } from './records.store.ts'

export interface RecordedExchange {
  workspace: string
  connection: string
  at: Date
  method: string
  url: string
  status: number
  took: number
  request: unknown
  answer: string | undefined
  told: RequestRecord
  ip: string
}

const longest = 16_000
const mostWaiting = 5000
const mostAtOnce = 500
const every = 300

/**
 * Writes the request log asynchronously in batches, so that no response waits or fails because of it. When
 * overloaded, drops the latest requests and logs that.
 */
class Recorder {
  readonly #world: AppContext
  #waiting: RecordedExchange[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #left = 0

  constructor(world: AppContext) {
    this.#world = world
  }

  keep(passed: RecordedExchange): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#left++
      return
    }
    this.#waiting.push(passed)
    this.#writeIn(every)
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#writing
    clearTimeout(this.#timer)
    while (this.#waiting.length > 0) await this.#write()
  }

  #writeIn(milliseconds: number): void {
    if (this.#timer || this.#writing) return
    const begin = () => {
      this.#timer = undefined
      this.#writing = this.#write().finally(() => {
        this.#writing = undefined
        if (this.#waiting.length > 0) this.#writeIn(this.#waiting.length < mostAtOnce ? every : 0)
      })
      return this.#writing
    }
    this.#timer = setTimeout(() => runOutsideLease(begin), milliseconds)
    this.#timer.unref()
  }

  async #write(): Promise<void> {
    const rows = this.#waiting.splice(0, mostAtOnce)
    try {
      await insertRecords(this.#world.superPool, rows.map(rowOf))
      if (this.#left > 0) this.#world.log.warn({ requests: this.#left }, 'SCIM requests were not recorded')
      this.#left = 0
    } catch (error) {
      this.#world.log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        'SCIM requests were not recorded',
      )
    }
  }
}

function rowOf(passed: RecordedExchange): NewRecord {
  const { hides = [], ...told } = passed.told
  const secret = new Set(hides)
  return {
    workspace_id: passed.workspace,
    id: newIdAt(passed.at),
    connection_id: passed.connection,
    at: passed.at.toISOString(),
    method: passed.method,
    path: clean(maskedUrl(passed.url, secret)).slice(0, 4000),
    status: passed.status,
    took: Math.round(passed.took),
    about: told.about ?? null,
    name: clean(told.name ?? ''),
    request:
      passed.request === undefined
        ? null
        : clean(JSON.stringify(maskSecrets(passed.request, secret))).slice(0, longest),
    answer: passed.answer === undefined ? null : clean(passed.answer).slice(0, longest),
    told: JSON.stringify(told).length > longest ? { did: told.did, reason: told.reason?.slice(0, 1000) } : told,
    ip: passed.ip.slice(0, 45),
  }
}

const clean = (text: string) => text.replaceAll('\0', '').replaceAll(String.raw`\u0000`, '')

const recorders = new WeakMap<AppContext['pool'], Recorder>()

export function recorderOf(world: AppContext): Recorder {
  const known = recorders.get(world.pool)
  if (known) return known
  const made = new Recorder(world)
  recorders.set(world.pool, made)
  return made
}
