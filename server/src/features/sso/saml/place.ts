import type { Language } from '@claviger/contract/ground/languages'
import type { FastifyRequest } from 'fastify'
import { languageAsked } from '../../../ground/languages.ts'
import { type Standpoint, transact } from '../../../ground/db/transaction.ts'
import type { Apart, Ctx, World } from '../../../ground/world.ts'
import { faceOf } from '../../tenancy/workspaces/workspaces.ts'

/** Where a browser stands: in which workspace, with which cookies. */
export interface Place {
  readonly world: World
  readonly workspace: string
  readonly cookies: string | undefined
  readonly ip: string
  readonly language: Language
  readonly from: Standpoint
  /** For statements that stand alone. */
  readonly at: Apart
  readonly transact: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
}

/** Workspaces that were there, for their ids do not change. */
const met = new Set<string>()
const mostMet = 20_000

/** Where a request came; undefined where there is no such workspace. */
export async function placeOf(world: World, address: string, request: FastifyRequest): Promise<Place | undefined> {
  const language = languageAsked(request.headers['accept-language'])
  const facts = { id: request.id, ip: request.ip, userAgent: request.headers['user-agent'] ?? '', language }
  const nobody = { actor: { kind: 'nobody' }, request: facts } as const
  const face = () => transact(world, nobody, ctx => faceOf(ctx, address.slice(0, 63)))
  const workspace = met.has(address) ? address : (await face())?.id
  if (workspace === undefined) return undefined
  if (met.size >= mostMet) met.clear()
  met.add(workspace)
  const from = { ...nobody, workspace }
  return {
    world,
    workspace,
    cookies: request.headers.cookie,
    ip: request.ip,
    language,
    from,
    at: Object.assign(Object.create(world) as Apart, from),
    transact: work => transact(world, from, work),
  }
}
