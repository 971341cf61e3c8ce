import { ownWorkspaceRow } from '../../tenancy/workspaces/workspaces.ts'
import type { UserInput } from '@claviger/contract/people/users'
import { done } from '@claviger/contract/ground/fields'
import { later, minutes } from '../../../ground/clock.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'
import { makeLink } from '../account-links/account-links.ts'
import { nameOfRow } from './users.columns.ts'
import { userToChange } from './users.rank.ts'
import { userOfRow } from './reply.ts'
import { findUser, markInvited, type UserRow } from './users.store.ts'
import { addUser } from './users.ts'

const lastsDays = 7

/** Adds a user, and with `invite` sends the activation mail at once. */
export async function createUser(
  ctx: Ctx,
  { invite: invited, ...input }: UserInput & { invite?: boolean | undefined },
) {
  const id = await addUser(ctx, input)
  if (invited) await invite(ctx, await there(ctx, id))
  return userOfRow(ctx, await there(ctx, id))
}

/** Sends the activation mail, again if need be. Throws not-found, no-email, change-refused and code-too-soon. */
export async function sendVerify(ctx: Ctx, input: { id: string }) {
  const row = await userToChange(ctx, input.id)
  if (row.suspended_at || row.deactivated_at) throw problem('change-refused')
  await invite(ctx, row)
  return done
}

const there = async (ctx: Ctx, id: string) => (await findUser(ctx.db, id)) as UserRow

/** Mails the activation link. Throws no-email, and code-too-soon within a minute of the last mail. */
export async function invite(ctx: Ctx, row: UserRow): Promise<void> {
  if (row.email === null) throw problem('no-email')
  const now = ctx.clock.now()
  if (!(await markInvited(ctx.db, row.id, now, later(now, -minutes(1)))))
    throw problem('code-too-soon', 'An activation mail was sent a moment ago. Wait a minute before sending another')
  const { name: workspace } = await ownWorkspaceRow(ctx)
  const href = await makeLink(ctx, { user: row.id, purpose: 'activation', lastsDays })
  await mail(ctx, row.email, say => ({
    subject: say('Set up your sign-in for {workspace}', { workspace }),
    greeting: say('Hello {name},', { name: nameOfRow(row) }),
    paragraphs: [
      say('{workspace} has made an account for you. Your User ID is {userId}.', { workspace, userId: row.user_id }),
      say('Open the link on the device that you sign in with, and create a passkey. No password is needed.'),
    ],
    button: { label: say('Set up sign-in'), href },
    footer: say('The link works once, within {days} days. If you did not expect this mail, ignore it.', {
      days: lastsDays,
    }),
  }))
  await record(ctx, { action: 'user.invited', object: { type: 'user', id: row.id, name: nameOfRow(row) } })
}
