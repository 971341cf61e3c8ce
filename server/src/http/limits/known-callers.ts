import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { minutes } from '#platform/clock.ts'
import type { AppContext } from '#platform/app-context.ts'

/** Identifies a caller that a flood from its network must not block; undefined for unknown callers. */
export type KnownCaller = (request: FastifyRequest) => string | undefined

const mostPrograms = 20_000
const lasts = minutes(24 * 60)

/**
 * Keys of readers, agents, kiosks and other programs that this process accepted within a day. A key itself does not show
 * whether it is registered, and asking the database about each would serve a flood.
 */
export class AcceptedPrograms {
  readonly #until = new Map<string, number>()
  readonly #world: Pick<AppContext, 'clock'>

  constructor(world: Pick<AppContext, 'clock'>) {
    this.#world = world
  }

  /** Notes that a call with this key was answered. */
  note(authorization: string): void {
    const name = nameOf(authorization)
    // The oldest come first
    this.#until.delete(name)
    this.#until.set(name, this.#world.clock.now().getTime() + lasts)
    if (this.#until.size <= mostPrograms) return
    const [oldest] = this.#until.keys()
    if (oldest !== undefined) this.#until.delete(oldest)
  }

  /** The name of the program that calls, if its key was accepted. */
  find(authorization: string | undefined): string | undefined {
    if (authorization === undefined) return undefined
    const name = nameOf(authorization)
    return (this.#until.get(name) ?? 0) > this.#world.clock.now().getTime() ? name : undefined
  }
}

const nameOf = (authorization: string) => hash('sha256', authorization.slice(0, 1000), 'base64url').slice(0, 22)

/**
 * Known are registered programs, signed-in sessions, and browsers where someone signed in before. A session's reference
 * shows by its MAC that it is ours.
 */
export const knownCallers =
  (
    world: Pick<AppContext, 'references' | 'clock'>,
    programs: AcceptedPrograms,
    browserIn: (cookies: string | undefined) => string | undefined,
  ): KnownCaller =>
  ({ headers }) => {
    const reference = headers.authorization?.replace(/^Bearer /i, '').trim() ?? ''
    const session = world.references.read('access', reference, world.clock.now())
    if (session) return `session ${session.toString('base64url')}`
    const program = programs.find(headers.authorization)
    if (program !== undefined) return `program ${program}`
    const browser = browserIn(headers.cookie)
    return browser === undefined ? undefined : `browser ${browser}`
  }
