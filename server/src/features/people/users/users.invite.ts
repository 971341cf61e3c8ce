import { type User, type UserInput, userStatus } from '@claviger/contract/people/users'
import { doneReply } from '@claviger/contract/platform/fields'
import { later, minutes } from '#platform/clock.ts'
import { runParts, type StatementParts } from '#platform/db/parts.ts'
import { runAutocommit, workspaceOf } from '#platform/db/transaction.ts'
import type { Translate } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { lineOf } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { AutocommitContext, RequestContext, StatementContext, TransactionContext } from '#platform/app-context.ts'
import type { MailContent } from '#integrations/mail-template.ts'
import { mailIn, mailLeft } from '#integrations/mail.ts'
import { languageOfReader, languagesPart } from '#integrations/mail-language.ts'
import { isOfferedRole, confirmMailbox } from '#features/tenancy/administrators/administrators.pending.ts'
import { ownDomainsPart } from '#features/tenancy/trust-domains/trust-domains.ts'
import { workspaceNamePart } from '#features/tenancy/workspaces/workspaces.ts'
import { identifyingColumns, mustBeAllowedToIdentify } from '../addresses/addresses.identifiers.ts'
import { linkPart, withdrawLinks } from '../account-links/account-links.ts'
import { everyoneParts } from '../groups/groups.ts'
import { usersChanged } from '../groups/groups.rules.ts'
import { columnsOf, furtherTexts, type FurtherText, mustHaveLastName, nameOfRow } from './users.columns.ts'
import { mustShareBelowOwnRole, userToChange } from './users.rank.ts'
import { userOfRow, userOfShown } from './user-replies.ts'
import { findInvitationContext, findUser, insertShownUser, markInvited, type UserRow } from './users.store.ts'
import { addUser, newcomerOf } from './users.ts'

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
    // Others share the mailbox, so they must be checked
    if (!made) return ctx.transact(inner => createInSteps(inner, input, invited))
    const { ruled, ...row } = made
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

/** Adds a user who needs no check; log lines, link, and email are parts of the same statement. */
async function createAtOnce(at: AutocommitContext, input: UserInput, invited: boolean) {
  const { lineWith, ...newcomer } = newcomerOf(at, input, invited ? at.clock.now() : null)
  const parts = {
    ...everyoneParts(at),
    line: lineWith({}),
    ...(invited && (await invitationParts(at, newcomer.row, 'invitation'))),
  }
  return insertShownUser(at, ownDomainsPart, newcomer, parts)
}

/** The link of an invitation, its email, and its log line, as parts of the statement that permits it. @throws no-email */
async function invitationParts(
  ctx: StatementContext,
  user: Invited,
  kind: keyof typeof kinds,
): Promise<StatementParts> {
  if (user.email === null) throw problem('no-email')
  const { lasts, write, action } = kinds[kind]
  const here = workspaceOf(ctx)
  const parts = { workspace: workspaceNamePart(here), reader: languagesPart(user.email, here) }
  const { name, ...languages } = await findInvitationContext(ctx, parts)
  const { part: link, href } = linkPart(ctx, { user: user.id, purpose: 'activation', lastsDays: lasts })
  const from = { workspace: name, by: shownAs(ctx).name }
  return {
    link,
    letter: await mailIn(ctx, user.email, languageOfReader(ctx, languages), say => write(say, user, from, href)),
    invited: lineOf(ctx, { action, object: { type: 'user', id: user.id, name: nameOfRow(user) } }),
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
  const parts = await invitationParts(ctx, row, wasIn(row) ? 'recovery' : 'invitation')
  await withdrawLinks(ctx, { user: row.id, purpose: 'activation' })
  await runParts(ctx.db, parts)
  ctx.whenCommitted(() => mailLeft(ctx))
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

const kinds = {
  invitation: { lasts: lastsDays, write: invitation, action: 'user.invited' },
  recovery: { lasts: wayBackDays, write: wayBack, action: 'user.recovery-sent' },
} as const
