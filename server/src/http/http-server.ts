import { Readable } from 'node:stream'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { reachesOtherWorkspaces, type Permission } from '@claviger/contract/platform/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runInClass } from '../platform/db/pool/admission-gate.ts'
import { mustBeFresh } from '../platform/freshness.ts'
import { isClosed, maintenanceOf } from '../platform/entrance/installation-state.ts'
import { languageOfHeader } from '../platform/languages.ts'
import { problem } from '../platform/problem.ts'
import { readMuch, readOnReplica } from '../platform/db/reading/replica.ts'
import { readAs } from '../platform/db/reading/read-as.ts'
import { type AuthContext, transact, transactAfter } from '../platform/db/transaction.ts'
import type { TransactionContext, RequestContext, RequestFacts, AppContext } from '../platform/app-context.ts'
import { admitKey, enterApiKey, type EnteredApiKey, noteApiKeyUse } from './api-key.ts'
import {
  actorOf,
  type ActorRow,
  allow,
  type CallerClaim,
  enterSession,
  enterSupport,
  readClaim,
  cacheSession,
  supportActor,
  type EnteredSupport,
} from './authenticate.ts'
import { type BoundEndpoint, FileReply, Redirect } from './bind.ts'
import { priorityOf, isHeavyRead } from './calls/priority-class.ts'
import { checkedInput, parse, type ParsedInput } from './calls/call-input.ts'
import { cookiesGiven, parseCookies } from './cookies.ts'
import { keepQuery } from './query.ts'
import { queueDeadlineOf } from './load-shedding/load-shedder.ts'
import { type SeenClaim, LastSeen } from './last-seen.ts'
import type { AcceptedPrograms } from './limits/known-callers.ts'
import type { Limits } from './limits/limits.ts'
import { networkOf } from './limits/network.ts'
import { asksSuperPermission, mustHoldSuperPermission } from './super-permissions.store.ts'
import { serializerOf } from './serialize.ts'

/**
 * Registers a route per call: authenticate, authorize, parse, begin, run, write the declared reply, commit.
 */
export function serveHttp(
  app: FastifyInstance,
  world: AppContext,
  bounds: readonly BoundEndpoint[],
  limits: Limits,
  programs: AcceptedPrograms,
): void {
  const shared = { limits, programs, seen: new LastSeen() }
  for (const bound of bounds.filter(one => one.endpoint.takes === 'json')) route(app, world, bound, shared)
  // In its own scope, because everywhere else a non-JSON body is refused
  void app.register((files, _options, done) => {
    files.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    for (const bound of bounds.filter(one => one.endpoint.takes === 'file')) route(files, world, bound, shared)
    done()
  })
}

interface Shared {
  limits: Limits
  programs: AcceptedPrograms
  seen: LastSeen
}

function route(app: FastifyInstance, world: AppContext, bound: BoundEndpoint, shared: Shared): void {
  const handler = handle(world, bound, shared)
  for (const path of [bound.endpoint.path, ...bound.endpoint.aliases]) {
    app.route({
      method: bound.endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bound.endpoint.bodyLimit,
      // A HEAD request must not execute the call
      exposeHeadRoute: bound.endpoint.method === 'GET' && !bound.endpoint.changes,
      config: { isForeignQuery: bound.endpoint.answers === 'html', refusesBodyLater: true },
      handler,
    })
  }
}

function handle(world: AppContext, bound: BoundEndpoint, { limits, programs, seen }: Shared) {
  const { endpoint } = bound
  const write = serializerOf(endpoint.reply)
  const haste = priorityOf(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!world.databaseHealth.answers) throw problem('not-ready')
    const { ip } = request
    if (endpoint.limit) await limits(endpoint.limit, request)
    const facts: RequestFacts = {
      id: request.id,
      ip,
      userAgent: request.headers['user-agent'] ?? '',
      language: languageOfHeader(request.headers['accept-language']),
      ...(claimsProgram(endpoint) && { program: programOf(request.headers) }),
      ...(request.body instanceof Readable && { upload: request.body }),
    }
    parseCookies(facts, request.headers.cookie)
    if (endpoint.answers === 'html') keepQuery(facts, request.url)
    const claim = readClaim(world, endpoint.may, request.headers.authorization)
    const input = parse(endpoint, request)
    const act = { name: `${endpoint.feature}.${endpoint.call}`, silent: endpoint.silent }
    const work = () =>
      runInClass(haste, () => run(world, bound, seen, claim, facts, input), networkOf(ip), queueDeadlineOf(request.raw))
    const result = await (world.auditProbe?.(act, work) ?? work())
    if (claimsProgram(endpoint) && request.headers.authorization !== undefined)
      programs.note(request.headers.authorization)
    const cookies = cookiesGiven(facts)
    if (cookies.length > 0) void reply.header('set-cookie', cookies.length === 1 ? cookies[0] : cookies)
    if (result instanceof FileReply) return sendFile(request, reply, result)
    if (result instanceof Redirect) return reply.header('cache-control', 'no-store').redirect(result.location, 303)
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(write(result))
  }
}

const ofPrograms: readonly Permission[] = ['clients', 'reader', 'mobiles', 'agent', 'kiosk']
function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileReply): FastifyReply {
  void reply.headers(file.headers).type(file.mediaType)
  if (file.brotli === undefined) return reply.send(file.body)
  void reply.header('vary', 'accept-encoding')
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.body)
  return reply.header('content-encoding', 'br').send(file.brotli)
}

const claimsProgram = ({ may }: Endpoint) => ofPrograms.includes(may)

/** What programs on computers say about themselves (R37). */
function programOf(headers: FastifyRequest['headers']) {
  const said = (name: string) => String(headers[name] ?? '').slice(0, 60)
  return { platform: said('platform'), client: said('client'), version: said('app-version') }
}

function run(
  world: AppContext,
  bound: BoundEndpoint,
  seen: LastSeen,
  claim: CallerClaim,
  request: RequestFacts,
  input: ParsedInput,
): Promise<unknown> {
  const { endpoint, handler } = bound
  const everywhere = reachesOtherWorkspaces(endpoint.may)
  const stand = (rows: unknown[]): AuthContext => {
    const from = standpoint(world, claim, request, rows, endpoint)
    // These rights are looked up later, and the input is judged after them
    if (!asksSuperPermission(endpoint)) checkedInput(input)
    return { ...from, everywhere }
  }
  if ('withoutTransaction' in handler) {
    return whoAsks(world, claim, stand).then(async from => {
      const whole = { ...from, request, everywhere }
      const toTransact = <T>(part: (ctx: TransactionContext) => Promise<T>) => transact(world, whole, part)
      const ctx: RequestContext = Object.assign(Object.create(world) as RequestContext, {
        ...from,
        request,
        transact: toTransact,
        read: everywhere
          ? toTransact
          : <T>(part: (ctx: TransactionContext) => Promise<T>) => readMuch(world, whole, part),
      })
      if (asksSuperPermission(endpoint)) await toTransact(inside => mustHoldSuperPermission(inside, endpoint))
      return handler.withoutTransaction(ctx, checkedInput(input))
    })
  }
  const work = async (ctx: TransactionContext) => {
    if (asksSuperPermission(endpoint)) await mustHoldSuperPermission(ctx, endpoint)
    return handler(ctx, checkedInput(input))
  }
  // A signed reference identifies its holder without the database
  if (!isKept(claim)) return transact(world, stand([]), work)
  if (endpoint.changes || everywhere) return transactAfter(world, everywhere, entering(world, claim), stand, work)
  if (claim.kind === 'support') return readAs(world, entering(world, claim), stand, work)
  const expected = seen.expected(claim, endpoint, request)
  const known = (rows: unknown[]) => {
    try {
      const from = stand(rows)
      seen.note(claim, rows, from)
      return from
    } catch (refused) {
      seen.forget(claim)
      throw refused
    }
  }
  const read = isHeavyRead(endpoint) ? readOnReplica : readAs
  return read(world, entering(world, claim), known, work, expected)
}

async function whoAsks(world: AppContext, claim: CallerClaim, stand: (rows: unknown[]) => AuthContext) {
  const { actor, workspace, unitsOf } = isKept(claim)
    ? await readAs(world, entering(world, claim), stand, ctx => ctx)
    : stand([])
  return { actor, workspace, unitsOf }
}

type EnteringClaim = SeenClaim | Extract<CallerClaim, { kind: 'support' }>
const isKept = (claim: CallerClaim): claim is EnteringClaim =>
  claim.kind === 'session' || claim.kind === 'api-key' || claim.kind === 'support'

function entering(world: AppContext, claim: EnteringClaim) {
  if (claim.kind === 'support') return enterSupport(claim, world.clock.now())
  return claim.kind === 'session' ? enterSession(claim.workspace, claim.session) : enterApiKey(claim)
}

function standpoint(
  world: AppContext,
  claim: CallerClaim,
  request: RequestFacts,
  rows: unknown[],
  endpoint: Endpoint,
): AuthContext {
  if (claim.kind === 'nobody') return { actor: { kind: 'nobody' }, request }
  if (claim.kind === 'passing') return { actor: claim.actor, request, workspace: claim.workspace }
  if (claim.kind === 'support') {
    const actor = supportActor(claim, rows[0] as EnteredSupport | undefined, endpoint)
    return { actor, request, workspace: claim.workspace }
  }
  if (claim.kind === 'api-key') {
    const row = rows[0] as EnteredApiKey | undefined
    const actor = admitKey(world, claim, row, request)
    allow(actor, endpoint.may, row as EnteredApiKey)
    mustBeOpen(world, claim.workspace, endpoint)
    if (endpoint.granted) mustBeFresh({ clock: world.clock, actor }, endpoint.may)
    noteApiKeyUse(world, claim, row as EnteredApiKey, request.ip)
    return { actor, request, workspace: claim.workspace }
  }
  const row = rows[0] as ActorRow | undefined
  const actor = actorOf(claim.session, row)
  allow(actor, endpoint.may, row as ActorRow)
  mustBeOpen(world, claim.workspace, endpoint)
  if (endpoint.fresh) mustBeFresh({ clock: world.clock, actor }, endpoint.may)
  if (row?.cached === false) cacheSession(world, claim.workspace, claim.session)
  // Acts on the user's own account need no unit limit, and would find nothing under it
  const unitsOf = actor.unitsOnly && endpoint.may.includes('.') ? actor.id : undefined
  return { actor, request, workspace: claim.workspace, unitsOf }
}

/**
 * A super administrator can close an area for a workspace, and make the whole console read-only for maintenance.
 * @throws area-closed, maintenance
 */
function mustBeOpen(world: AppContext, workspace: string, { may, changes, unconfirmed }: Endpoint): void {
  if (may.startsWith('super.')) return
  if (isClosed(world, workspace, may.slice(0, may.indexOf('.')))) throw problem('area-closed')
  const maintenance = changes && unconfirmed !== 'session' ? maintenanceOf(world) : null
  if (maintenance) throw problem('maintenance', maintenance.message === '' ? undefined : maintenance.message)
}
