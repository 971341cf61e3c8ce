import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import type { PolicyInputFor } from './policies.ts'
import { outline, policyVersionsBefore } from './policies.store.ts'
import { namesFor, namesIn } from './policy-replies.ts'
import { policyToChange, savePolicyAs } from './policies.save.ts'

const page = 20
const end = 2_000_000_000

export async function listPolicyVersions(ctx: TransactionContext, { _id, before = end }: PolicyInputFor<'history'>) {
  const rows = await policyVersionsBefore(ctx.db, _id, before, page + 1)
  if (rows.length === 0 && before === end) throw problem('not-found')
  const shown = rows.slice(0, page)
  const contents = shown.flatMap(row => row.content ?? [])
  const names = await namesIn(ctx, contents)
  return {
    items: shown.map(row => ({
      version: row.version,
      at: row.at.toISOString(),
      by: row.by_name,
      content: row.content,
    })),
    names: [...new Map(contents.flatMap(content => namesFor(content, names)).map(one => [one.id, one])).values()],
    more: rows.length > page,
  }
}

/** Restores a version of a policy; its priority stays if the old one is taken. Throws what editing throws. */
export async function restorePolicy(ctx: TransactionContext, { _id, version, lockOutSeen }: PolicyInputFor<'restore'>) {
  const row = await policyToChange(ctx, _id)
  const [then] = await policyVersionsBefore(ctx.db, _id, version + 1, 1)
  if (then?.version !== version || !then.content) throw problem('not-found')
  const others = (await outline(ctx.db)).filter(one => one.id !== _id)
  const taken = others.some(one => one.priority === then.content?.priority)
  const content: PolicyContent = { ...then.content, ...(taken && { priority: row.priority }) }
  return savePolicyAs(ctx, row, content, { action: 'policy.restored', known: then.content, lockOutSeen })
}
