import { randomBytes } from 'node:crypto'
import { enterWorkspace, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { msg, type Translate } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { makeLink } from '#features/people/account-links/account-links.ts'
import { isLiveOwner, ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { findCode, type BreakGlassHolder, holdersWith, putCode, consumeBreakGlassCode } from './break-glass.store.ts'

// Without letters that look alike on paper
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'
const groupsOfLetters = 6
const lastsDays = 1

const hashOf = (ctx: TransactionContext, code: string) => keyedHash(ctx.hashKey, 'break-glass', code)
const plain = (code: string) => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

function newCode(): string {
  const all = [...randomBytes(groupsOfLetters * 4)].map(byte => letters[byte & 31] ?? '')
  return Array.from({ length: groupsOfLetters }, (_one, place) => all.slice(place * 4, place * 4 + 4).join('')).join(
    '-',
  )
}

async function makeCode(ctx: TransactionContext): Promise<string> {
  const code = newCode()
  const hash = hashOf(ctx, plain(code))
  await putCode(ctx.db, { workspace_id: workspaceOf(ctx), hash, made_by: userOf(ctx).id, made_at: ctx.clock.now() })
  await record(ctx, { action: 'break-glass.made' })
  return code
}

/**
 * Creates the code together with the first external profile. It opens an owner's account, so only owners get to see
 * it; null for others, and if one exists.
 */
export async function firstCode(ctx: TransactionContext, type: 'managed' | 'external-idp'): Promise<string | null> {
  if (type === 'managed' || ctx.actor.kind !== 'user') return null
  if (!(await isLiveOwner(ctx, ctx.actor.id)) || (await findCode(ctx.db))) return null
  return makeCode(ctx)
}

/** A new code, returned once; the previous one becomes invalid. */
export const renewCode = async (ctx: TransactionContext) => ({ breakGlass: await makeCode(ctx) })

/**
 * Consumes the code, returns a link to create a new passkey, and notifies all owners. Nothing reveals whether
 * anybody has the address. Guesses are not counted: the code has 120 bits, and a count would only lock the owner out.
 * Throws break-glass-refused.
 */
export async function useCode(ctx: TransactionContext, { email, code }: { email: string; code: string }) {
  const hash = hashOf(ctx, plain(code))
  const holders = await holdersWith(ctx.db, email)
  const holder = holders.find(one => one.hash !== null && sameBytes(one.hash, hash))
  if (!holder) throw refused(holders[0])
  await enterWorkspace(ctx, holder.workspace_id)
  if (!(await consumeBreakGlassCode(ctx.db, hash, ctx.clock.now()))) throw refused(holder)
  await record(ctx, { action: 'break-glass.used', by: { id: holder.user_id, name: holder.user_name } })
  for (const owner of await ownersOf(ctx))
    if (owner.email !== null)
      await mail(ctx, owner.email, say => usedLetter(say, owner.name, holder.user_name, ctx.request.ip))
  return { link: await makeLink(ctx, { user: holder.user_id, purpose: 'recovery', lastsDays }) }
}

const usedLetter = (say: Translate, to: string, name: string, ip: string) => ({
  subject: say('The break-glass code was used'),
  greeting: say('Hello {name},', { name: to }),
  paragraphs: [
    say("{name} used your workspace's break-glass code to regain access, from the address {ip}.", { name, ip }),
    say("The code can't be used again. Create a new one under Authentication profiles."),
  ],
  footer: say("If this wasn't one of your owners, suspend the account immediately and contact the server operator."),
})

function refused(known: BreakGlassHolder | undefined) {
  const refusal = problem('break-glass-refused')
  if (!known) return refusal
  const failed = msg('The break-glass code was wrong or already used')
  const by = { id: known.user_id, name: known.user_name }
  return refusal.but(known.workspace_id, ctx =>
    recordRefused(ctx, { action: 'break-glass.used', failed, by }, { known: known.user_id }),
  )
}
