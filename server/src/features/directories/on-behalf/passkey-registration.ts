import { hash } from 'node:crypto'
import type { OnBehalfReason, OnBehalfService } from '@claviger/contract/directories/on-behalf'
import type { Status } from '#platform/ctap/ctap-status.ts'
import { later, minutes } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { cardToFill, removeRejectedCredential, makeOnBehalf } from '#features/keys/held-keys/held-keys.on-behalf.ts'
import { keyById } from '#features/keys/security-keys/security-keys.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import type { TransactionWorld } from '#features/work/works/works.ts'
import { mailPasskeyRegistered } from './passkey-mails.ts'
import * as store from './on-behalf.store.ts'
import type { RemotePasskeyRow, PasskeyCandidate } from './on-behalf.store.ts'
import { findRemotePasskeys } from './remote-check.ts'
import { findByImmutableId, searchOfPasskey, withRemoteLookup } from './remote-lookup.ts'
import { mayHaveSucceeded, RemoteAccountRefusal, type Offer, reasonOf, type RemoteAccount } from './remote-account.ts'

// Registers one passkey for one user. External calls are never made inside a transaction, and the process may crash
// between two steps: the row records the current process, and the card stores the passkey before the provider knows
// it.

export interface Order {
  readonly service: OnBehalfService
  readonly user: string
  readonly by: Asker
  readonly owner: boolean
  readonly work: string | null
  /** ID at Entra ID, if it was found by the immutable ID of Active Directory. */
  readonly found?: string | undefined
}

export interface PasskeyRegistrationResult {
  readonly reason: OnBehalfReason | null
  readonly name: string | null
  readonly key: string | null
}

/** Lease of one registration in seconds; afterwards another process can take over. */
const lasts = 50
const claimed = 70

type Person = PasskeyCandidate & { name: string; connection: string; application: string; anchor: string; key: string }

export async function registerFor(world: TransactionWorld, asked: Order): Promise<PasskeyRegistrationResult> {
  const located = await locate(world, asked)
  if ('ended' in located) return located.ended
  const { order } = located
  let begun = await world.transact(ctx => claim(ctx, order))
  // It may have been deleted at the provider; in runs, the daily check handles that
  if ('ended' in begun && begun.ended.reason === 'already' && order.work === null && (await isGone(world, order)))
    begun = await world.transact(ctx => claim(ctx, order))
  if ('ended' in begun) return begun.ended
  const { row, person } = begun
  const signal = AbortSignal.timeout(lasts * 1000)
  try {
    const there = await withRemoteLookup(world, order.service, person, signal)
    const found = row.credential_id && (await there.find(searchOfPasskey(row, row.credential_id)))
    if (found) return await world.transact(ctx => finish(ctx, order, person, row.id, found))
    if (row.held_id || row.remote_id) await undo(world, row, there)
    if (!order.owner) await mustNotAdminister(there)
    const offer = await there.begin()
    return await put(world, order, person, { row, there, offer })
  } catch (error) {
    const { reason, says } = reasonOf(error)
    return world.transact(ctx => fail(ctx, order, person, row.id, { reason, says, open: mayHaveSucceeded(error) }))
  }
}

/** Finds a user of Active Directory in Entra ID, before the lease. */
async function locate(
  world: TransactionWorld,
  order: Order,
): Promise<{ order: Order } | { ended: PasskeyRegistrationResult }> {
  const person = await world.transact(ctx => store.inspectUser(ctx.db, order.by, order.service, order.user))
  if (person.reason !== null || !person.by_immutable_id) return { order }
  try {
    return {
      order: { ...order, found: await findByImmutableId(world, person as Person, AbortSignal.timeout(lasts * 1000)) },
    }
  } catch (error) {
    return { ended: { reason: reasonOf(error).reason, name: person.name, key: null } }
  }
}

/** Leases a user for this process, unless there is a reason against it. */
async function claim(
  ctx: TransactionContext,
  order: Order,
): Promise<{ row: RemotePasskeyRow; person: Person } | { ended: PasskeyRegistrationResult }> {
  const person = await store.inspectUser(ctx.db, order.by, order.service, order.user)
  const refused = (reason: OnBehalfReason) => ({ ended: { reason, name: person.name, key: null } })
  if (person.reason === 'already' && order.work !== null) {
    // This run's process crashed after completing this registration
    const mine = (await store.registeredOf(ctx.db, order.user)).find(one => one.work_id === order.work)
    if (mine) return { ended: { reason: null, name: person.name, key: mine.key_name } }
  }
  if (person.reason !== null) return refused(person.reason)
  if (person.by_immutable_id) person.anchor = order.found ?? null
  if (person.anchor === null) return refused('gone-there')
  const now = ctx.clock.now()
  const until = later(now, claimed * 1000)
  const { connection, anchor, name } = person as Person
  const id = newId()
  await store.insertRemotePasskey(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    service: order.service,
    connection_id: connection,
    anchor,
    user_id: order.user,
    user_name: name.slice(0, 260),
    state: 'making',
    name: `Access card ${id.slice(-8)}`,
    by_name: order.by.name.slice(0, 260),
    created_at: now,
    changed_at: now,
  })
  const row = await store.lockOf(ctx.db, order.service, order.user)
  if (!row || row.state === 'registered') return refused('already')
  if (row.claimed_until !== null && row.claimed_until > now) return refused('busy')
  const mine = {
    connection_id: connection,
    anchor,
    work_id: order.work,
    by_id: order.by.id,
    by_name: order.by.name.slice(0, 260),
    claimed_until: until,
    due_at: later(now, minutes(15)),
    tries: 0,
    changed_at: now,
  }
  await store.updatePasskey(ctx.db, row.id, mine)
  // Free the space of passkeys that the provider has deleted
  for (const { id: gone, held_id } of await store.passkeysAt(ctx.db, order.service, order.user, 'gone'))
    await (held_id ? removeRejectedCredential(ctx, held_id) : store.deleteRemotePasskey(ctx.db, gone))
  return { row: { ...row, ...mine }, person: person as Person }
}

async function isGone(world: TransactionWorld, { service, user }: Order): Promise<boolean> {
  const [row] = await world.transact(ctx => store.passkeysAt(ctx.db, service, user, 'registered'))
  // A new passkey may not be listed immediately
  if (!row || later(row.changed_at, minutes(10)) > world.clock.now()) return false
  try {
    return await findRemotePasskeys(world, row)
  } catch (error) {
    reasonOf(error)
    return false
  }
}

async function mustNotAdminister(there: RemoteAccount): Promise<void> {
  const rank = await there.administers()
  if (rank === 'yes') throw new RemoteAccountRefusal('administers-there')
  if (rank === 'unknown') throw new RemoteAccountRefusal('rank-unknown', 'The roles of the person could not be read')
}

/** Reverts an earlier attempt that never reached the provider. */
async function undo(
  world: TransactionWorld,
  { id, held_id, remote_id }: RemotePasskeyRow,
  there: RemoteAccount,
): Promise<void> {
  await world.transact(async ctx => {
    await store.updatePasskey(ctx.db, id, { held_id: null, credential_id: null, remote_id: null })
    if (held_id) await removeRejectedCredential(ctx, held_id)
  })
  if (remote_id) await there.remove(remote_id)
}

const declines: Partial<Record<Status, OnBehalfReason>> = {
  CREDENTIAL_EXCLUDED: 'already',
  KEY_STORE_FULL: 'no-room',
}

async function put(
  world: TransactionWorld,
  order: Order,
  person: Person,
  { row, there, offer }: { row: RemotePasskeyRow; there: RemoteAccount; offer: Offer },
): Promise<PasskeyRegistrationResult> {
  const json = JSON.stringify({
    type: 'webauthn.create',
    challenge: offer.challenge,
    origin: offer.origin,
    crossOrigin: false,
  })
  const { rp, user, exclude, hmacSecret } = offer
  const ordered = { rp, user, exclude, hmacSecret, clientDataHash: hash('sha256', json, 'buffer') }
  try {
    const key = await world.transact(ctx => cardToFill(ctx, order.user))
    if (!key) throw new RemoteAccountRefusal('no-card')
    const made = await makeOnBehalf(world, key, order.by.name, ordered)
    if ('declined' in made)
      throw new RemoteAccountRefusal(declines[made.declined] ?? 'failed', `The card said ${made.declined}`)
    if (offer.verified && !made.verified) throw new RemoteAccountRefusal('cannot-verify')
    const { id, credentialId } = made
    const kept = await world.transact(async ctx => {
      const now = await store.lockPasskey(ctx.db, row.id)
      if (now?.state !== 'making' || !(await made.store(ctx))) return false
      await store.updatePasskey(ctx.db, row.id, { held_id: id, credential_id: credentialId, remote_id: offer.remote })
      return true
    })
    if (!kept) throw new RemoteAccountRefusal('no-card', 'The card changed meanwhile')
    const { attestationObject } = made
    const told = { credentialId, clientDataJSON: Buffer.from(json), attestationObject, name: row.name }
    const remote = await there.register(offer, told).catch(async (error: unknown) => {
      // A repeated request is refused, so only the provider knows whether the first one succeeded
      const found = mayHaveSucceeded(error) ? undefined : await there.find({ ...told, remote: offer.remote })
      if (found === undefined) throw error
      return found
    })
    return await world.transact(ctx => finish(ctx, order, person, row.id, remote))
  } catch (error) {
    // Cleans up an enrollment that was only started
    if (offer.remote !== null && !mayHaveSucceeded(error)) await there.remove(offer.remote).catch(() => undefined)
    throw error
  }
}

async function finish(
  ctx: TransactionContext,
  order: Order,
  person: Person,
  id: string,
  remote: string,
): Promise<PasskeyRegistrationResult> {
  const row = await store.lockPasskey(ctx.db, id)
  const now = ctx.clock.now()
  // Its card or owner was deleted meanwhile, so it is deleted at the provider again
  if (row?.state !== 'making') {
    if (row) await store.updatePasskey(ctx.db, id, { remote_id: remote })
    return { reason: 'no-card', name: person.name, key: null }
  }
  await store.updatePasskey(ctx.db, id, {
    state: 'registered',
    remote_id: remote,
    claimed_until: null,
    due_at: null,
    changed_at: now,
  })
  const key = (await keyById(ctx, person.key))?.name ?? ''
  const told = await mailPasskeyRegistered(ctx, person, { service: order.service, key, by: order.by.name })
  await record(ctx, {
    action: 'on-behalf.registered',
    object: { type: 'user', id: order.user, name: person.name },
    after: { service: order.service, key, told },
  })
  return { reason: null, name: person.name, key }
}

interface Failed {
  reason: OnBehalfReason
  says: string
  open: boolean
}

async function fail(
  ctx: TransactionContext,
  order: Order,
  person: Person,
  id: string,
  { reason, says, open }: Failed,
): Promise<PasskeyRegistrationResult> {
  const row = await store.lockPasskey(ctx.db, id)
  if (row?.state === 'making') {
    if (open) await store.updatePasskey(ctx.db, id, { claimed_until: null, changed_at: ctx.clock.now() })
    else {
      await store.deleteRemotePasskey(ctx.db, id)
      if (row.held_id) await removeRejectedCredential(ctx, row.held_id)
    }
  }
  await record(ctx, {
    action: 'on-behalf.registered',
    object: { type: 'user', id: order.user, name: person.name },
    after: { service: order.service },
    failed: says.slice(0, 300),
  })
  return { reason, name: person.name, key: null }
}
