import type { Language } from '@claviger/contract/platform/languages'
import type { FastifyRequest } from 'fastify'
import { languageOfHeader } from '#platform/languages.ts'
import { type AuthContext, transact } from '#platform/db/transaction.ts'
import type { AutocommitContext, TransactionContext, AppContext } from '#platform/app-context.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'

export interface BrowserContext {
  readonly world: AppContext
  readonly workspace: string
  readonly cookies: string | undefined
  readonly ip: string
  readonly language: Language
  readonly from: AuthContext
  readonly at: AutocommitContext
  readonly transact: <T>(work: (ctx: TransactionContext) => Promise<T>) => Promise<T>
}

/** Known workspaces; their IDs never change. */
const met = new Set<string>()
const mostMet = 20_000

export async function browserPlaceOf(
  world: AppContext,
  address: string,
  request: FastifyRequest,
): Promise<BrowserContext | undefined> {
  const language = languageOfHeader(request.headers['accept-language'])
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
    at: Object.assign(Object.create(world) as AutocommitContext, from),
    transact: work => transact(world, from, work),
  }
}
