import { type User, type UserInput, userStatus } from '@claviger/contract/people/users'
import { doneReply } from '@claviger/contract/platform/fields'
import { later, minutes } from '#platform/clock.ts'
import type { StatementParts } from '#platform/db/parts.ts'
import { runAutocommit, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Translate } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { lineOf, record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { AutocommitContext, TransactionContext, RequestContext } from '#platform/app-context.ts'
import type { MailContent } from '#integrations/mail-template.ts'
import { mail, mailIn, mailLeft } from '#integrations/mail.ts'
import { languageOfReader, languagesPart } from '#integrations/mail-language.ts'
import { isOfferedRole, confirmMailbox } from '#features/tenancy/administrators/administrators.pending.ts'
import { domainOf, ownDomainsPart } from '#features/tenancy/trust-domains/trust-domains.ts'
import { ownWorkspaceRow, workspaceNamePart } from '#features/tenancy/workspaces/workspaces.ts'
import { identifyingColumns, mustBeAllowedToIdentify } from '../addresses/addresses.identifiers.ts'
import { linkOfNewcomer, makeLink } from '../account-links/account-links.ts'
import { everyonePart } from '../groups/groups.ts'
import { usersChanged } from '../groups/groups.rules.ts'
import {
  columnsOf,
  furtherTexts,
  type FurtherText,
  logFieldsOf,
  mustHaveLastName,
  nameOf,
  nameOfRow,
} from './users.columns.ts'
import { mustShareBelowOwnRole, userToChange } from './users.rank.ts'
import { userOfRow, userOfShown } from './user-replies.ts'
import { findInvitationContext, findUser, insertInOneStatement, markInvited, type UserRow } from './users.store.ts'
import { addUser } from './users.ts'

const lastsDays = 7
/** Lifetime of a recovery link, which is needed immediately. */
const wayBackDays = 1

export async function createUser(
  ctx: RequestContext,
  { invite: invited = false, ...input }: UserInput & { invite?: boolean | undefined },
): Promise<User> {
  mustHaveLastName(input)
  const judged =
    input.sharesEmail === true ||
    (Object.keys(furtherTexts).some(field => !!input[field as FurtherText]) &&
      (await ctx.transact(identifyingColumns)).length > 0) ||
    [input.groups, input.organizationUnits].some(ids => ids !== undefined && ids.length > 0)
  if (judged || ctx.unitsOf !== undefined) return ctx.transact(inner => createInSteps(inner, input, invited))
  const { actor, request } = ctx
  return runAutocommit(ctx, { actor, request, workspace: workspaceOf(ctx) }, async at => {
    const made = await createAtOnce(at, input, invited)
    if (!made) return ctx.transact(inner => createInSteps(inner, input, invited))
    const { row, ruled } = made
    if (invited) mailLeft(at)
    // The user exists even if this fails: rules are applied within a minute anyway
    if (ruled) await ctx.transact(usersChanged).catch((error: unknown) => ctx.log.warn({ err: error }, 'rules wait'))
    return userOfShown(row, { last_sign_in_at: null, groups: [], units: [] })
  })
}

async function createInSteps(ctx: TransactionContext, input: UserInput, invited: boolean): Promise<User> {
  const { email, ...columns } = columnsOf(input)
  await mustBeAllowedToIdentify(ctx, columns)
  if (email !== null) await mustShareBelowOwnRole(ctx, email, input.sharesEmail === true)
  const id = await addUser(ctx, input)
  if (invited) await invite(ctx, await there(ctx, id))
  return userOfRow(ctx, await there(ctx, id))
}

/**
 * Adds a user in one self-committing statement with log lines, link, and email; undefined if others share the
 * mailbox.
 */
async function createAtOnce(at: AutocommitContext, input: UserInput, invited: boolean) {
  const columns = columnsOf(input)
  const { workspace } = at
  const id = newId()
  const object = { type: 'user', id, name: nameOf(input) }
  const newcomer = { workspace_id: workspace, id, ...columns, invited_at: invited ? at.clock.now() : null }
  const parts = {
    everyone: everyonePart(workspace),
    line: lineOf(at, { action: 'user.created', object, after: logFieldsOf(columns) }),
    ...(invited && (await invitationOf(at, { ...columns, id }))),
  }
  const domain = columns.email === null ? null : domainOf(columns.email)
  const made = await insertInOneStatement(at, ownDomainsPart, newcomer, domain, parts)
  if (!made) return undefined
  const { ruled, ...row } = made
  return { row, ruled }
}

async function invitationOf(at: AutocommitContext, user: Invited): Promise<StatementParts> {
  if (user.email === null) throw problem('no-email')
  const [workspace, reader] = [workspaceNamePart(at.workspace), languagesPart(user.email, at.workspace)]
  const { name, ...languages } = await findInvitationContext(at, { workspace, reader })
  const { part: link, href } = linkOfNewcomer(at, { user: user.id, purpose: 'activation', lastsDays })
  const object = { type: 'user', id: user.id, name: nameOfRow(user) }
  return {
    link,
    letter: await mailIn(at, user.email, languageOfReader(at, languages), say =>
      invitation(say, user, { workspace: name, by: shownAs(at).name }, href),
    ),
    invited: lineOf(at, { action: 'user.invited', object }),
  }
}

export async function sendVerify(ctx: TransactionContext, input: { id: string }) {
  const row = await userToChange(ctx, input.id)
  if (row.suspended_at || row.deactivated_at) throw problem('change-refused')
  await invite(ctx, row)
  return doneReply
}

/**
 * Emails the invitation to a user who is offered a role. The sender confirms that the mailbox is the user's, so a passkey
 * created by the link counts as the user's own. Throws not-found, above-you, offer-over, no-email, change-refused and
 * code-too-soon.
 */
export async function inviteToRole(ctx: TransactionContext, input: { id: string; email: string }) {
  const row = await userToChange(ctx, input.id)
  if (row.email === null) throw problem('no-email')
  if (row.suspended_at || row.deactivated_at || row.email !== input.email.toLowerCase()) throw problem('change-refused')
  if (!(await isOfferedRole(ctx, input.id))) throw problem('offer-over')
  const by = shownAs(ctx).id
  if (by === null || !(await confirmMailbox(ctx.db, row.id, row.email, by))) throw problem('change-refused')
  await invite(ctx, row)
  return doneReply
}

const there = async (ctx: TransactionContext, id: string) => (await findUser(ctx.db, id)) as UserRow

/** Users who have or had a key get a recovery link instead of an invitation. */
const wasIn = ({ status }: UserRow) =>
  status === userStatus.active || status === userStatus.noDevice || status === userStatus.needLicense

/**
 * Emails the activation or recovery link. @throws no-email; code-too-soon within a minute of the last email
 */
export async function invite(ctx: TransactionContext, row: UserRow): Promise<void> {
  if (row.email === null) throw problem('no-email')
  const now = ctx.clock.now()
  if (!(await markInvited(ctx.db, row.id, now, later(now, -minutes(1)))))
    throw problem(
      'code-too-soon',
      'An activation email was sent less than a minute ago. Wait a minute before you send another',
    )
  const { name: workspace } = await ownWorkspaceRow(ctx)
  const back = wasIn(row)
  const lasting = back ? wayBackDays : lastsDays
  const href = await makeLink(ctx, { user: row.id, purpose: 'activation', lastsDays: lasting })
  const from = { workspace, by: shownAs(ctx).name }
  await mail(ctx, row.email, say => (back ? wayBack : invitation)(say, row, from, href))
  const action = back ? 'user.recovery-sent' : 'user.invited'
  await record(ctx, { action, object: { type: 'user', id: row.id, name: nameOfRow(row) } })
}

type Invited = Pick<UserRow, 'id' | 'user_id' | 'first_name' | 'last_name' | 'email'>

const wayBack = (
  say: Translate,
  user: Invited,
  { workspace, by }: { workspace: string; by: string },
  href: string,
): MailContent => ({
  subject: say('Recover your account at {workspace}', { workspace }),
  greeting: say('Hello {name},', { name: nameOfRow(user) }),
  paragraphs: [
    say('{by} sent you a link to create a new passkey and sign in. Your User ID is {userId}.', {
      by,
      userId: user.user_id,
    }),
    say("Open the link on the device you sign in with, and create a passkey. You don't need a password."),
    say('If you lost a key, inform {by}. The key works until it is suspended.', { by }),
  ],
  button: { label: say('Create a new passkey'), href },
  footer: say(
    "The link works once within 24 hours. If you didn't expect this email, inform your administrator immediately.",
  ),
})

const invitation = (
  say: Translate,
  user: Invited,
  { workspace, by }: { workspace: string; by: string },
  href: string,
): MailContent => ({
  subject: say('Set up your sign-in for {workspace}', { workspace }),
  greeting: say('Hello {name},', { name: nameOfRow(user) }),
  paragraphs: [
    say('{by} created an account for you at {workspace}. Your User ID is {userId}.', {
      by,
      workspace,
      userId: user.user_id,
    }),
    say("Open the link on the device you sign in with, and create a passkey. You don't need a password."),
  ],
  button: { label: say('Set up sign-in'), href },
  footer: say("The link works once and expires after {days} days. If you didn't expect this email, ignore it.", {
    days: lastsDays,
  }),
})
