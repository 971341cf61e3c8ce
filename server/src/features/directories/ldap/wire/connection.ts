import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { BindRequest, ExtendedRequest, type Filter, PagedResultsControl, SearchRequest } from 'ldapts'
import { readFilter } from '../ldap.filter.ts'
import { type DialBounds, openGuardedSocket, secureSocket, type Host } from '#integrations/dial.ts'
import { type LdapEntry, readAnswer, type LdapResult } from './ldap-messages.ts'
import { BerError } from './ber.ts'
import { asFailure, failureOf, LdapFailure, type LdapCheckStep } from './failure.ts'
import { Frames } from './frames.ts'

export interface LdapEndpoint extends Host {
  readonly security: 'ldaps' | 'starttls' | 'plain'
  /** CA certificates for the server as PEM; undefined for public CAs. */
  readonly authorities: string | undefined
}

export interface Search {
  readonly base: string
  readonly scope: 'base' | 'sub'
  readonly filter: string | Filter
  readonly attributes: readonly string[]
}

interface Waiting {
  readonly entries: LdapEntry[]
  /** Memory for everything received so far, in bytes. */
  weight: number
  readonly step: LdapCheckStep
  done(result: LdapResult): void
  failed(error: Error): void
}

const startTls = '1.3.6.1.4.1.1466.20037'
const patience = 10_000
const longest = 120_000
/** The most memory one page may take, the most entries of one search, and the most bytes of one connection. */
const heaviestAnswer = 128 * 1024 * 1024
const mostEntries = 5_000_000
const mostBytes = 16 * 1024 ** 3
/** Memory per value in addition to its bytes: the object that refers to them. */
const weightOfValue = 120
/** After so many milliseconds of reading, everybody else of this process has a turn. */
const turn = 8

/**
 * A connection to a directory. It never reconnects silently: a search on a new, anonymous connection would return
 * fewer entries, and those missing would count as having left.
 */
export class LdapClient {
  readonly #waiting = new Map<number, Waiting>()
  #socket: Socket | TLSSocket
  #last = 0
  #read = 0
  #ended: LdapFailure | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#listen()
  }

  /** Connects, with encryption if configured. @throws LdapFailure */
  static async open(bounds: DialBounds, way: LdapEndpoint, signal: AbortSignal): Promise<LdapClient> {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    let step: LdapCheckStep = 'address'
    try {
      const socket = await openGuardedSocket(bounds, way, soon)
      step = 'certificate'
      if (way.security === 'ldaps') return new LdapClient(await secureSocket(socket, way, way.authorities, soon))
      const connection = new LdapClient(socket)
      if (way.security === 'starttls')
        await connection.#encrypt(way, soon).catch((error: unknown) => {
          connection.close()
          throw error
        })
      return connection
    } catch (error) {
      throw asFailure(error, step)
    }
  }

  /**
   * Signs in. Refuses an empty password, which would result in an anonymous bind (RFC 4513 §5.1.2).
   * @throws LdapFailure
   */
  async bind(dn: string, password: string): Promise<void> {
    if (dn === '' || password === '') throw new LdapFailure('The username or password is wrong', 'sign-in', false, 49)
    await this.#ask(id => new BindRequest({ messageId: id, dn, password }), 'sign-in')
  }

  /** All matching entries, page by page; prefetches the next page while one is processed. @throws LdapFailure */
  async *pages(search: Search, size: number, step: LdapCheckStep = 'base'): AsyncGenerator<readonly LdapEntry[]> {
    let coming: Promise<{ entries: readonly LdapEntry[]; cookie?: Buffer }> | undefined = this.#page(search, size, step)
    let seen = 0
    while (coming) {
      const { entries, cookie }: { entries: readonly LdapEntry[]; cookie?: Buffer } = await coming
      coming = cookie && this.#page(search, size, step, cookie)
      // The consumer may stop before it awaits the prefetched page
      coming?.catch(() => undefined)
      seen += entries.length
      if (seen > mostEntries) throw new LdapFailure('The directory has more than five million entries', 'filter', false)
      if (entries.length > 0) yield entries
    }
  }

  /** Entries of a search without paging, for single or few results. @throws LdapFailure */
  async find(search: Search, step: LdapCheckStep = 'base', atMost = 0): Promise<readonly LdapEntry[]> {
    const { entries } = await this.#ask(id => requestOf(search, id, atMost), step, atMost > 0)
    return entries
  }

  /** One entry by DN; undefined if missing or not readable. @throws LdapFailure */
  async entry(base: string, attributes: readonly string[], filter = '(objectClass=*)'): Promise<LdapEntry | undefined> {
    try {
      return (await this.find({ base, scope: 'base', filter, attributes }))[0]
    } catch (error) {
      if (error instanceof LdapFailure && (error.code === 32 || error.code === 34)) return undefined
      throw error
    }
  }

  close(): void {
    this.#fail(new LdapFailure('The connection was closed', 'address', true))
  }

  async #page(search: Search, size: number, step: LdapCheckStep, cookie?: Buffer) {
    const { entries, result } = await this.#ask(id => {
      const request = requestOf(search, id, 0)
      request.controls = [new PagedResultsControl({ critical: true, value: { size, ...(cookie && { cookie }) } })]
      return request
    }, step)
    return { entries, ...(result.cookie && { cookie: result.cookie }) }
  }

  async #ask(request: (id: number) => { write(): Buffer }, step: LdapCheckStep, fewAreFine = false) {
    if (this.#ended) throw this.#ended
    const id = ++this.#last
    const entries: LdapEntry[] = []
    let slow: NodeJS.Timeout | undefined
    const result = await new Promise<LdapResult>((done, failed) => {
      this.#waiting.set(id, { entries, weight: 0, step, done, failed })
      slow = setTimeout(
        () => this.#fail(new LdapFailure('The server did not answer in time', 'address', true)),
        longest,
      )
      this.#socket.write(request(id).write())
    }).finally(() => clearTimeout(slow))
    if (result.code !== 0 && !(fewAreFine && result.code === 4)) throw failureOf(result.code, result.says, step)
    return { entries, result }
  }

  async #encrypt(way: LdapEndpoint, signal: AbortSignal): Promise<void> {
    await this.#ask(id => new ExtendedRequest({ messageId: id, oid: startTls }), 'certificate')
    const plain = this.#socket
    // Discard everything received in plain text, against injection before the TLS handshake
    plain.removeAllListeners()
    plain.on('error', () => undefined)
    this.#socket = await secureSocket(plain, way, way.authorities, signal)
    this.#listen()
  }

  #listen(): void {
    const socket = this.#socket
    const frames = new Frames()
    const drain = () => {
      const until = performance.now() + turn
      try {
        for (let message = frames.next(); message; message = frames.next()) {
          this.#take(message)
          // What was sent in the clear after the answer to StartTLS is never read
          if (this.#socket !== socket || this.#ended) return
          if (performance.now() < until) continue
          socket.pause()
          setImmediate(() => {
            socket.resume()
            if (this.#socket === socket && !this.#ended) drain()
          })
          return
        }
      } catch (error) {
        this.#fail(asFailure(error, 'address'))
      }
    }
    socket.on('data', (piece: Buffer) => {
      this.#read += piece.length
      frames.add(piece)
      drain()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => this.#fail(new LdapFailure('The server broke the connection off', 'address', true)))
  }

  #take(message: Buffer): void {
    if (this.#read > mostBytes) throw new BerError('The directory sent more than 16 GB')
    const answer = readAnswer(message)
    const waiting = this.#waiting.get(answer.id)
    const values = 'entry' in answer ? answer.entry.size + 1 : 1
    if (waiting && (waiting.weight += message.length + values * weightOfValue) > heaviestAnswer)
      throw new BerError('The directory answers more than was asked for')
    if ('entry' in answer) waiting?.entries.push(answer.entry)
    else if ('result' in answer) {
      this.#waiting.delete(answer.id)
      waiting?.done(answer.result)
    }
  }

  #fail(failure: LdapFailure): void {
    this.#ended ??= failure
    this.#socket.destroy()
    for (const { failed } of this.#waiting.values()) failed(this.#ended)
    this.#waiting.clear()
  }
}

const requestOf = ({ base, scope, filter, attributes }: Search, id: number, sizeLimit: number) =>
  new SearchRequest({
    messageId: id,
    baseDN: base,
    scope,
    filter: typeof filter === 'string' ? readFilter(filter) : filter,
    attributes: [...attributes],
    derefAliases: 'never',
    sizeLimit,
    timeLimit: 0,
  })
