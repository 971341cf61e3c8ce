import type { ldap, LdapCheckResult, LdapSampleUser } from '@claviger/contract/directories/ldap'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceOf } from '#platform/db/transaction.ts'
import { withoutTransaction } from '#http/bind.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { noteConnection } from '../connections/connections.ts'
import { SourceFailure, type SourcePerson } from '../syncs/syncs.sources.ts'
import { ldapConnection, settingsToTry } from './ldap.ts'
import { targetOf } from './ldap-settings.ts'
import { ldapSource, openedDirectory, samplesOf } from './ldap.source.ts'
import type { LdapTarget } from './reader/ldap-connection.ts'
import { failedBy, checkConnection } from './check-connection.ts'

const placed = (ctx: RequestContext, id: string) =>
  ctx.transact(async inner => ({ ...(await ldapConnection(inner, id)), workspace: workspaceOf(inner) }))

/** Tests each step of a connection and stores the result. @throws not-found */
export const checkLdap = withoutTransaction(async (ctx: RequestContext, { id }: { id: string }) => {
  const connection = await placed(ctx, id)
  const steps = await checkConnection(await openedDirectory(ctx, connection), AbortSignal.timeout(30_000))
  const failed = steps.find(({ state }) => state === 'failed')
  await ctx.transact(async inner => {
    await noteConnection(inner, id, failed ? 'failed' : 'successful', failed?.says)
    await record(inner, {
      action: 'ldap.checked',
      object: { type: 'directory', id, name: connection.name },
      ...(failed && { failed: failed.says }),
    })
  })
  return { ok: !failed, steps }
})

const tried = 10

/** Tests a form before it is saved; stores nothing. @throws not-found, secret-needed, invalid-input */
export const tryLdap = withoutTransaction(async (ctx: RequestContext, input: OutputOf<typeof ldap.tryOut.input>) => {
  const { workspace, before, settings, password, mapping } = await ctx.transact(async inner => ({
    workspace: workspaceOf(inner),
    ...(await settingsToTry(inner, input)),
  }))
  const stored = before && password === undefined ? await openedDirectory(ctx, { ...before, workspace }) : undefined
  const target = targetOf(ctx, workspace, { settings: { ...settings }, mapping }, password ?? stored?.password ?? '')
  const { steps, people } = await sampled(target, ctx.clock.now())
  const failed = steps.find(({ state }) => state === 'failed')
  await ctx.transact(inner =>
    record(inner, {
      action: 'ldap.checked',
      object: {
        type: 'directory',
        id: input.id ?? 'unsaved',
        name: (input.name ?? settings.urls[0] ?? '').slice(0, 260),
      },
      ...(failed && { failed: failed.says }),
    }),
  )
  return { ok: !failed, steps, items: people.map(sampleOf) }
})

async function sampled(target: LdapTarget, now: Date): Promise<{ steps: LdapCheckResult[]; people: SourcePerson[] }> {
  const steps = await checkConnection(target, AbortSignal.timeout(30_000))
  if (steps.some(({ state }) => state === 'failed')) return { steps, people: [] }
  try {
    return { steps, people: await samplesOf(target, tried, now) }
  } catch (error) {
    // The sample reads more attributes and entries than the check
    return { steps: failedBy(error, steps), people: [] }
  }
}

const sampleOf = ({ anchor, active, attributes }: SourcePerson): LdapSampleUser => ({
  anchor,
  active: active ?? null,
  attributes: Object.entries(attributes).map(([name, value]) => ({
    name,
    values: typeof value === 'object' ? [...value] : [String(value)],
  })),
})

/** Sample of users with their directory attributes. @throws not-found, source-failed */
export const sampleLdap = withoutTransaction(
  async (ctx: RequestContext, { id, count = 5 }: { id: string; count?: number | undefined }) => {
    const connection = await placed(ctx, id)
    try {
      const people = await ldapSource.sample(ctx, connection, count)
      return { items: people.map(sampleOf) }
    } catch (error) {
      if (error instanceof SourceFailure) throw problem('source-failed', error.message)
      throw error
    }
  },
)
