import { orNothing } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { mailActivation } from '#features/keys/key-assignment/key-assignment.ts'
import { keyById } from '#features/keys/security-keys/security-keys.ts'
import { invite } from '#features/people/users/users.invite.ts'
import { type UserRow, userById } from '#features/people/users/users.ts'
import { usersAbove } from '#features/work/rank/rank.ts'
import type { WorkRowResult, WorkRow } from '#features/work/works/works.ts'
import { markDue } from './due.store.ts'
import { activationResult, type WorkflowStep, type Type } from './type.ts'
import { forgetReminded, type UserWithoutKey, findUsersWithoutKey, withoutKey } from './without-key.store.ts'

/** Emails what helps most: link of a pending key, invitation if never invited, otherwise a reminder. */
async function remind(
  ctx: TransactionContext,
  user: UserRow & { email: string },
  has: UserWithoutKey,
): Promise<string> {
  const key = has.pending === null ? undefined : await keyById(ctx, has.pending)
  if (key) {
    await mailActivation(ctx, user, key)
    return 'link-sent'
  }
  if (
    !has.had_key &&
    !has.rank &&
    (user.invited_at === null || user.invited_at.getTime() < ctx.clock.now().getTime() - 60_000)
  ) {
    await invite(ctx, user)
    return 'link-sent'
  }
  await mail(ctx, user.email, say => ({
    subject: say("You don't have a usable security key"),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [
      say(
        'None of your security keys can be used at the moment. Ask your administrator for a new key or to unblock one.',
      ),
    ],
    button: { label: say('Sign in'), href: ctx.config.publicUrl },
    footer: say("You receive this email because your workspace reminds users who don't have a usable key."),
  }))
  return 'reminded'
}

async function remindOne(
  ctx: TransactionContext,
  row: WorkRow,
  has: UserWithoutKey | undefined,
): Promise<WorkRowResult> {
  const user = await userById(ctx, row.subject as string)
  if (!user || !has) return activationResult(row, 'skipped', 'unknown')
  if (user.email === null) return activationResult(row, 'skipped', 'no-email')
  const whom = { ...user, email: user.email }
  let how = 'reminded'
  try {
    await orNothing(ctx.db, async () => void (how = await remind(ctx, whom, has)))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return activationResult(row, 'skipped', error.code === 'code-too-soon' ? 'too-soon' : 'refused')
  }
  return activationResult(row, 'done', how)
}

export const withoutKeyType: Type = {
  due: withoutKey,
  before: (ctx, workflow) => forgetReminded(ctx.db, workflow.id),
  async write(ctx, { workflow, by, rows }: WorkflowStep, due) {
    const ids = rows.map(row => row.subject as string)
    const above = await usersAbove(ctx, by, ids)
    const has = await findUsersWithoutKey(ctx.db, ids)
    const results: WorkRowResult[] = []
    for (const row of rows) {
      const id = row.subject as string
      if (!due.has(id)) continue
      results.push(
        above.has(id) ? activationResult(row, 'skipped', 'above-you') : await remindOne(ctx, row, has.get(id)),
      )
    }
    const reached = new Set(results.filter(one => one.outcome === 'done').map(one => one.row))
    await markDue(
      ctx.db,
      { workflow: workflow.id, step: 'reminded', now: ctx.clock.now() },
      rows.filter(row => reached.has(row.row)).map(row => row.subject as string),
    )
    return results
  },
}
