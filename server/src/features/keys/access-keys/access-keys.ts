import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { type accessKeys, cardRefusals, type CtapAnswer, type ReaderApp } from '@claviger/contract/keys/access-keys'
import type { ProblemCode } from '@claviger/contract/platform/problems'
import { canonicalCard } from '@claviger/contract/keys/card-numbers'
import type { Page } from '@claviger/contract/platform/page'
import { isOlder } from '@claviger/contract/platform/versions'
import { mustBeOpenTo } from '#platform/entrance/entrance.ts'
import { paginate } from '#platform/db/page.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { administratorOf, workspaceOf } from '#platform/db/transaction.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { idOfBytes, newId } from '#platform/ids.ts'
import { sayTo } from '#platform/languages.ts'
import { Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { newKeySecret, writeKeyText } from '#platform/secrets/key-text.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import { version } from '#platform/version.ts'
import type { TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { signingKeyIn } from './access-keys.signing.ts'
import { accountsOfCard, answerTap, type ReadCard, type RefusedTap, statusOfCard } from '../held-keys/held-keys.ts'
import { refusedProgram } from '../held-keys/held-keys.programs.ts'
import { noteRefusedTap } from '../held-keys/held-keys.refused.ts'
import { readingOf, tappedCard } from '../reader-settings/reader-settings.ts'
import * as store from './access-keys.store.ts'
import type { AppRow } from './access-keys.store.ts'

type Input<Call extends 'register' | 'execute' | 'status' | 'accounts'> = OutputOf<(typeof accessKeys)[Call]['input']>

const readerType = 3
const nobodySaid = { platform: '', client: '', version: '' }

export const hashOfAccessKey = (world: Pick<AppContext, 'hashKey'>, secret: Uint8Array) =>
  keyedHash(world.hashKey, 'reader-app', secret)

/**
 * Registers a card reader program with a Clients key; only this response contains its token. A program with a
 * fingerprint reader vouches for users, so an owner must have granted the key that act; each computer has a
 * Clients key.
 * @throws not-permitted, invalid-input
 */
export async function registerApp(ctx: TransactionContext, input: Input<'register'>) {
  if (input.fingerprints) mustBeFresh(ctx, 'clients')
  const key = administratorOf(ctx)
  const workspace = await ownWorkspaceRow(ctx)
  const id = newId()
  const secret = newKeySecret()
  await store.insertApp(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    name: input.name,
    computer_id: input.computerId,
    hash: hashOfAccessKey(ctx, secret),
    ...(ctx.request.program ?? nobodySaid),
    ...fingerColumns(input),
    api_key_id: key.id,
    api_key_name: key.name,
    created_at: ctx.clock.now(),
  })
  await record(ctx, {
    action: 'reader-app.registered',
    object: { type: 'reader-app', id, name: input.name },
    after: {
      computer: input.computerId,
      ...ctx.request.program,
      ...(input.fingerprints && { model: input.fingerprints.model }),
    },
  })
  const appToken = writeKeyText({ type: readerType, workspace: workspaceOf(ctx), id, secret })
  return {
    id,
    appToken,
    workspace: { id: workspaceOf(ctx), name: workspace.name },
    reading: await readingOf(ctx),
  }
}

function fingerColumns({ fingerprints }: Input<'register'>): { finger_model: string; finger_key: Buffer } | undefined {
  if (!fingerprints) return undefined
  const key = signingKeyIn(Buffer.from(fingerprints.publicKey, 'base64url'))
  if (key) return { finger_model: fingerprints.model, finger_key: key }
  const field = 'fingerprints.publicKey'
  throw problem('invalid-input', undefined, [{ field, message: 'This is not a P-256 public key in SPKI format' }])
}

function appOf(ctx: RequestContext | TransactionContext): { id: string; hash: Buffer } {
  if (ctx.actor.kind !== 'reader') throw new Error('this work needs a program that reads cards')
  const { payload } = ctx.actor
  return { id: idOfBytes(payload.subarray(0, 16)), hash: hashOfAccessKey(ctx, payload.subarray(16)) }
}

function cardOf(
  ctx: TransactionContext | RequestContext,
  { cardId, format }: Pick<Input<'status'>, 'cardId' | 'format'>,
): Promise<string> {
  if (format === undefined)
    return 'db' in ctx ? tappedCard(ctx, { cardId }) : ctx.transact(inner => tappedCard(inner, { cardId }))
  const card = canonicalCard(cardId, format === 'dec' ? 'decimal' : 'hex')
  return card === undefined ? Promise.reject(problem('card-unreadable')) : Promise.resolve(card)
}

const ofCards: ReadonlySet<ProblemCode> = new Set(cardRefusals)

export async function withTappedCard<T>(
  ctx: RequestContext,
  input: Pick<Input<'execute'>, 'cardId' | 'format' | 'computerId' | 'session'>,
  work: (read: ReadCard) => Promise<T>,
): Promise<T> {
  return withHeldKey(ctx, { ...input, card: await cardOf(ctx, input) }, work)
}

async function withHeldKey<T>(
  ctx: RequestContext,
  { card, computerId, session }: { card: string; computerId: string; session?: string | undefined },
  work: (read: ReadCard) => Promise<T>,
): Promise<T> {
  try {
    return await work({ app: appOf(ctx), card, computer: computerId, session })
  } catch (error) {
    if (error instanceof Problem && ofCards.has(error.code))
      await ctx.transact(async inner => noteRefusedTap(inner, card, await registeredProgram(inner)))
    throw error
  }
}

/**
 * Lets the authenticator of a tapped card answer a CTAP2 request.
 * @throws reader-refused, workspace-disabled, card-unreadable, card-unknown, key-pending, key-suspended,
 * key-blocked, key-waiting, account-not-shared
 */
export const executeRequest = withoutTransaction(async (ctx: RequestContext, input: Input<'execute'>) =>
  executeFor(ctx, { ...input, card: await cardOf(ctx, input), tapped: input.tapped ?? false }),
)

interface Execution {
  readonly card: string
  readonly computerId: string
  readonly request: string
  readonly session?: string | undefined
  readonly tapped: boolean
  readonly matched?: boolean
  readonly account?: string | undefined
}

export async function executeFor(ctx: RequestContext, asked: Execution): Promise<OutputOf<typeof CtapAnswer>> {
  const { tapped, matched = false, account } = asked
  const { response, session, appUsedAt, refused } = await withHeldKey(ctx, asked, read =>
    answerTap(ctx, { ...read, request: Buffer.from(asked.request, 'base64url'), tapped, matched, account }),
  )
  await noteAppUse(ctx, appOf(ctx).id, appUsedAt)
  return {
    response: Buffer.from(response).toString('base64url'),
    session,
    ...(refused && { refused: refusedIn(ctx, refused) }),
  }
}

const refusedIn = (ctx: RequestContext, { says, reference, signIn }: RefusedTap) => ({
  message: sayTo(ctx)(says),
  reference,
  ...(signIn !== undefined && { signIn }),
})

const QUARTER = 900_000

async function noteAppUse(ctx: RequestContext, id: string, before: Date | null): Promise<void> {
  const now = ctx.clock.now()
  if (before && now.getTime() - before.getTime() < QUARTER) return
  await ctx.transact(inner => store.writeAccessKeyUse(inner.db, id, now, ctx.request.program ?? nobodySaid))
}

export interface Program {
  readonly id: string
  readonly name: string
  readonly computer: string
  /** The model of its fingerprint reader and the public key that verifies its reports. */
  readonly finger: { readonly model: string; readonly key: Buffer } | undefined
}

/** The calling program. @throws reader-refused if it is no longer registered; workspace-disabled */
export async function registeredProgram(ctx: TransactionContext): Promise<Program> {
  const app = appOf(ctx)
  const row = await store.findApp(ctx.db, app.id, app.hash)
  if (!row) throw refusedProgram(ctx, app.id)
  await mustBeOpenTo(ctx, 'reader')
  const { finger_model: model, finger_key: key } = row
  const finger = model === null || key === null ? undefined : { model, key }
  return { id: row.id, name: row.name, computer: row.computer_id, finger }
}

export const readsFingers = (ctx: TransactionContext): Promise<boolean> => store.anyFingerApp(ctx.db)

/**
 * What a program needs to know at its start.
 * @throws what registeredProgram throws
 */
export async function ownRegistration(ctx: TransactionContext) {
  const { name } = await registeredProgram(ctx)
  return { name, serverVersion: version, reading: await readingOf(ctx) }
}

/**
 * The status of a tapped card and whether it has a PIN. Reveals nothing about its owner.
 * @throws what registeredProgram throws, and card-unreadable
 */
export async function cardStatus(ctx: TransactionContext, input: Input<'status'>) {
  const program = await registeredProgram(ctx)
  const cardId = await cardOf(ctx, input)
  const said = await statusOfCard(ctx, cardId)
  if (said.status !== 'active') await noteRefusedTap(ctx, cardId, program)
  return { cardId, ...said }
}

/**
 * Accounts that a tapped card opens; none if the card can't be used.
 * @throws what registeredProgram throws, and card-unreadable
 */
export async function cardAccounts(ctx: TransactionContext, input: Input<'accounts'>) {
  const { computer } = await registeredProgram(ctx)
  const accounts = await accountsOfCard(ctx, await cardOf(ctx, input), { rp: input.rpId, computer })
  return { items: accounts.map(({ id, name, own, isDefault }) => ({ id, name, own, isDefault })) }
}

export const listApps = (ctx: TransactionContext, ask: Page) =>
  paginate<ReaderApp>(ctx, ask, { ...store.appList, item: appOfRow })

export async function removeApp(ctx: TransactionContext, input: { id: string }) {
  const row = await store.deleteApp(ctx.db, input.id)
  if (!row) throw problem('not-found')
  await record(ctx, revoked(row))
  return doneReply
}

export async function removeApps(ctx: TransactionContext, input: { ids: string[] }) {
  const rows = await store.deleteApps(ctx.db, input.ids)
  await sendTogether(...rows.map(row => record(ctx, revoked(row))))
  return { removed: rows.length }
}

const revoked = (row: AppRow) =>
  ({
    action: 'reader-app.revoked',
    object: { type: 'reader-app', id: row.id, name: row.name },
    before: { computer: row.computer_id },
  }) as const

const ownClients = ['claviger-reader', 'claviger-extension']

const appOfRow = (row: AppRow): ReaderApp => ({
  id: row.id,
  name: row.name,
  computerId: row.computer_id,
  platform: row.platform,
  client: row.client,
  version: row.version,
  outdated: ownClients.includes(row.client) && isOlder(row.version, version),
  fingerModel: row.finger_model,
  apiKey: row.api_key_name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
