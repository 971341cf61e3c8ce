import { protocols } from '@claviger/contract/apps/applications'
import type { Facts } from '@claviger/contract/decide/decisions'
import type { EntryPointName } from '@claviger/contract/decide/entry-points'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import type { simulations } from '@claviger/contract/rules/simulations'
import { factsOf, methodOfKey } from '#features/decide/decisions/decisions.ts'
import { contentInForce } from '#features/decide/evaluator/evaluator.in-force.ts'
import { compile, explain } from '#features/decide/evaluator/evaluator.ts'
import { levelOfKey } from '#features/decide/strengths/strengths.meet.ts'
import { administratorOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { applicationsFor, sitesOf, userWithKey } from './access-map.store.ts'

type Reply = InputOf<(typeof simulations)['calls']['accessOf']['reply']>
type Row = Reply['items'][number]

const mostApplications = 200
const mostSites = 50

const entryOf: Readonly<Record<number, EntryPointName>> = {
  [protocols.oidc]: 'oidc-authorize',
  [protocols.saml]: 'saml',
  [protocols.proxy]: 'forward-auth',
}

/**
 * What a user can use now with their default key, by assignment and by the policies in force; network and location are
 * unknown. Without the permission to read keys, the key and the sites of its passkeys are left out. @throws not-found
 */
export async function accessOfUser(ctx: TransactionContext, { id }: { id: string }): Promise<Reply> {
  const user = await userWithKey(ctx.db, id)
  if (!user) throw problem('not-found')
  const compiled = compile(await contentInForce(ctx))
  const [keyKind, verified] = [user.key_kind, true]
  const level = levelOfKey({ keyKind, way: methodOfKey({ keyKind, verified }), copied: user.copied })
  const known = { user: id, key: user.key_id, keyKind, model: user.key_model, verified, level, ip: null }
  const facts = new Map<EntryPointName, Facts>()
  const entries = user.inactive || user.key_id === null ? [] : ([...Object.values(entryOf), 'site'] as const)
  for (const entry of entries) facts.set(entry, await factsOf(ctx, { ...known, entry }, compiled))
  const decided = (entry: EntryPointName, more: Partial<Facts>): Pick<Row, 'reason' | 'policy'> => {
    if (user.inactive) return { reason: 'inactive', policy: null }
    if (user.key_id === null) return { reason: 'no-key', policy: null }
    const of = facts.get(entry)
    if (!of) throw new Error(`no facts of ${entry}`)
    const { allowed, unmet, policy, steps } = explain(compiled, { ...of, ...more })
    const name = steps.find(step => step.policy === policy)?.name
    return {
      reason: allowed ? 'allowed' : unmet.length > 0 ? 'requirements' : 'policy',
      policy: policy === null || name === undefined ? null : { id: policy, name },
    }
  }
  const applications = await applicationsFor(ctx.db, id, mostApplications)
  const seesKeys = administratorOf(ctx).permissions.has('keys.read')
  const sites = seesKeys ? await sitesOf(ctx.db, id, mostSites) : []
  const ofApplication = (app: (typeof applications)[number]) =>
    app.assigned || user.inactive
      ? decided(entryOf[app.protocol] ?? 'oidc-authorize', { app: app.id })
      : { reason: 'not-assigned' as const, policy: null }
  return {
    key: seesKeys && user.key_id !== null && user.key_name !== null ? { id: user.key_id, name: user.key_name } : null,
    items: [
      ...applications.map(app => ({ application: app.id, name: app.name, ...ofApplication(app) })),
      ...sites.map(site => ({ application: null, name: site, ...decided('site', { rp: site }) })),
    ],
  }
}
