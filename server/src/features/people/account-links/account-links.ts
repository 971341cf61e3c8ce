import { randomBytes } from 'node:crypto'
import { days, later } from '#platform/clock.ts'
import { idBytes, idOfBytes, newId } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { type Problem, problem } from '#platform/problem.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import { enterWorkspace, workspaceOf } from '#platform/db/transaction.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#platform/db/db.types.ts'
import { type StatementPart, runParts } from '#platform/db/parts.ts'
import type { AppContext, StatementContext, TransactionContext } from '#platform/app-context.ts'
import * as store from './account-links.store.ts'

type AccountPurpose = 'activation' | 'recovery' | 'super-admin'
export type KeyPurpose = 'card' | 'hardware' | 'phone'
const keyPurposes: readonly string[] = ['card', 'hardware', 'phone']
export type LinkPurpose = AccountPurpose | KeyPurpose | 'address' | 'waiting'

interface LinkWish {
  user: string
  purpose: LinkPurpose
  lastsDays: number
  key?: string
}

export interface AccountLink {
  id: string
  user: string
  purpose: LinkPurpose
  key: string | null
  /** Of the ceremony in progress. */
  challenge: Buffer | null
  /** The sender's name for the log; null for none. */
  madeBy: string | null
  madeAt: Date
  endsAt: Date
}

// Workspace (16), link (16), secret (32)
const textLength = 64
const pages: Record<LinkPurpose, string> = {
  activation: '/auth/verify',
  recovery: '/auth/verify',
  'super-admin': '/auth/verify',
  card: '/accessKey/set',
  hardware: '/hardware/set',
  phone: '/phone/set',
  address: '/auth/address',
  waiting: '/key/waiting',
}

export const isOfAccount = (purpose: LinkPurpose): purpose is AccountPurpose => pages[purpose] === '/auth/verify'

export const isOfKey = (purpose: LinkPurpose): purpose is KeyPurpose => keyPurposes.includes(purpose)

const hashOf = (ctx: AppContext, secret: Uint8Array) => keyedHash(ctx.hashKey, 'account-link', secret)

/** Creates a single-use link and returns its URL; invalidates older ones for the same purpose or key. */
export async function makeLink(ctx: TransactionContext, wish: LinkWish): Promise<string> {
  const { part: link, href } = linkPart(ctx, wish)
  await withdrawLinks(ctx, wish)
  await runParts(ctx.db, { link })
  return href
}

/** Invalidates the unused links of a user for the same purpose or key. */
export const withdrawLinks = (
  ctx: TransactionContext,
  { user, purpose, key }: Pick<LinkWish, 'user' | 'purpose' | 'key'>,
): Promise<void> => store.withdrawUnused(ctx.db, ctx.clock.now(), user, purpose, key)

/** A single-use link as part of a statement, for a user who has no older ones. */
export function linkPart(ctx: StatementContext, wish: LinkWish): { part: StatementPart; href: string } {
  const workspace = workspaceOf(ctx)
  const now = ctx.clock.now()
  const id = newId()
  const secret = randomBytes(32)
  const text = Buffer.concat([idBytes(workspace), idBytes(id), secret]).toString('base64url')
  const part = store.insertLink({
    workspace_id: workspace,
    id,
    user_id: wish.user,
    purpose: wish.purpose,
    secret_hash: hashOf(ctx, secret),
    created_at: now,
    expires_at: later(now, days(wish.lastsDays)),
    made_by: ctx.actor.kind === 'nobody' ? null : shownAs(ctx).name.slice(0, 260),
    key_id: wish.key ?? null,
  })
  return { part, href: `${ctx.config.publicUrl}${pages[wish.purpose]}?link=${text}` }
}

/**
 * Looks up a link outside any workspace and enters the link's workspace. It stays usable, because mail
 * scanners open links before users do.
 * @throws link-spent for a forged, used, or expired link; a genuine one says which and is logged
 */
export async function openLink(ctx: TransactionContext, text: string): Promise<Omit<AccountLink, 'challenge'>> {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== textLength) throw problem('link-spent')
  await enterWorkspace(ctx, idOfBytes(bytes.subarray(0, 16)))
  const now = ctx.clock.now()
  const id = idOfBytes(bytes.subarray(16, 32))
  const row = await store.liveLink(ctx.db, id, now)
  const hash = hashOf(ctx, bytes.subarray(32))
  if (!row) throw await whyEnded(ctx, id, hash)
  if (!sameBytes(row.secret_hash, hash)) throw problem('link-spent')
  await store.markOpened(ctx.db, row.id, now)
  return {
    id: row.id,
    user: row.user_id,
    purpose: row.purpose as LinkPurpose,
    key: row.key_id,
    madeBy: row.made_by,
    madeAt: row.created_at,
    endsAt: row.expires_at,
  }
}

async function whyEnded(ctx: TransactionContext, id: string, hash: Buffer): Promise<Problem> {
  const row = await store.findLinkInAnyState(ctx.db, id)
  if (!row || !sameBytes(row.secret_hash, hash)) return problem('link-spent')
  const [failed, says] = reasonOf(row)
  const person = { id: row.user_id, first_name: row.first_name, last_name: row.last_name }
  return refusedLink(ctx, problem('link-spent', says), { purpose: row.purpose as LinkPurpose, person, failed })
}

export function refusedLink(
  ctx: TransactionContext,
  refusal: Problem,
  { purpose, person, failed }: { purpose: LinkPurpose; person: Person; failed: string },
): Problem {
  const action = isOfAccount(purpose) ? 'sign-in.link' : 'user.link-refused'
  const by = { id: person.id, name: `${person.first_name} ${person.last_name}` }
  return refusal.but(workspaceOf(ctx), kept => recordRefused(kept, { action, failed, by }, { known: person.id }))
}

type Person = Pick<Selectable<Tables['users']>, 'id' | 'first_name' | 'last_name'>

type Ended = NonNullable<Awaited<ReturnType<typeof store.findLinkInAnyState>>>

/** Why a link ended, for the log, and what its holder sees; a suspension is never revealed. */
function reasonOf({ suspended_at, deactivated_at, used_at, withdrawn }: Ended): [failed: string, says?: string] {
  if (suspended_at ?? deactivated_at) return [msg('The account is suspended or deactivated')]
  if (withdrawn) return [msg('The link was withdrawn or replaced by a newer one')]
  if (used_at)
    return [msg('The link was already used'), msg('This link was already used. Ask for a new one if you need it')]
  return [msg('The link has expired'), msg('This link has expired. Ask for a new one')]
}

export async function accountLinkOf(ctx: TransactionContext, id: string): Promise<AccountLink | undefined> {
  const row = await store.liveLink(ctx.db, id, ctx.clock.now())
  return (
    row && {
      id: row.id,
      user: row.user_id,
      purpose: row.purpose as LinkPurpose,
      key: row.key_id,
      challenge: row.challenge,
      madeBy: row.made_by,
      madeAt: row.created_at,
      endsAt: row.expires_at,
    }
  )
}

export const setLinkChallenge = (ctx: TransactionContext, id: string, challenge: Buffer): Promise<void> =>
  store.updateChallenge(ctx.db, id, challenge)

type LinkedKey = Pick<Selectable<Tables['security_keys']>, 'id' | 'user_id' | 'activated_at' | 'pin_set_at'>

/** Links created before this are invalid: their purpose, an activation or a new PIN, is fulfilled. */
export const keyLinksSince = ({ activated_at, pin_set_at }: Omit<LinkedKey, 'id' | 'user_id'>): Date =>
  new Date(Math.max(activated_at?.getTime() ?? 0, pin_set_at?.getTime() ?? 0))

export const endOfKeyLink = (ctx: TransactionContext, key: LinkedKey): Promise<Date | undefined> =>
  store.endOfUnused(ctx.db, key.user_id, key.id, keyLinksSince(key))

/** @throws link-spent for all but the first caller */
export async function useLink(ctx: TransactionContext, id: string): Promise<void> {
  if (!(await store.markLinkUsed(ctx.db, id, ctx.clock.now()))) throw problem('link-spent')
}

/** Ends all unused links of users, for example when their old mailbox is no longer theirs. */
export const endLinks = (ctx: TransactionContext, user: string | readonly string[]): Promise<void> =>
  store.withdrawUnused(ctx.db, ctx.clock.now(), user)
