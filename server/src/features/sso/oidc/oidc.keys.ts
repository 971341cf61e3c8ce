import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto'
import { promisify } from 'node:util'
import { ExternalSigningKey, type JWK } from 'oidc-provider'
import { days, later, minutes } from '#platform/clock.ts'
import { transact, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { selfSigned } from '#platform/secrets/certificate.ts'
import { record } from '#platform/record/record.ts'
import type { AutocommitContext, TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { deleteKeysBefore, endNewest, insertOidcKey, type OidcKeyRow, keysAt, lockOidcKeys } from './keys.store.ts'

const algorithms = ['ES256', 'RS256'] as const
type Algorithm = (typeof algorithms)[number]

/** Published this long before signing: relying parties refresh keys at least daily. */
const aheadDays = 2
/** Published this long after the last signature: longer than any token is valid. */
const behindDays = 3

const make = promisify(generateKeyPair)

async function newKey(algorithm: Algorithm): Promise<JWK> {
  const { privateKey } =
    algorithm === 'ES256' ? await make('ec', { namedCurve: 'P-256' }) : await make('rsa', { modulusLength: 2048 })
  return privateKey.export({ format: 'jwk' })
}

async function newKeys(of: readonly Algorithm[]): Promise<{ algorithm: Algorithm; jwk: JWK }[]> {
  const made: { algorithm: Algorithm; jwk: JWK }[] = []
  for (const algorithm of of) made.push({ algorithm, jwk: await newKey(algorithm) })
  return made
}

const about = (id: string, workspace: string) => `oidc_keys:sealed:${id} of ${workspace}` as const

export async function signingKeys(at: AutocommitContext): Promise<JWK[]> {
  const read = (ctx: TransactionContext) => keysAt(ctx.db, later(ctx.clock.now(), -days(behindDays)))
  const lacking = (rows: readonly OidcKeyRow[]) => algorithms.filter(one => !rows.some(row => row.algorithm === one))
  const inside = <T>(work: (ctx: TransactionContext) => Promise<T>) =>
    transact(at, { actor: at.actor, request: at.request, workspace: at.workspace }, work)
  const found = await inside(async ctx => {
    const rows = await read(ctx)
    const missing = lacking(rows)
    return missing.length > 0 ? { missing } : { keys: await openAll(ctx, rows) }
  })
  if (found.keys) return found.keys
  // Key generation takes a while, so no transaction is open
  const made = await newKeys(found.missing)
  return inside(async ctx => {
    await lockOidcKeys(ctx.db, at.workspace)
    for (const { algorithm, jwk } of made) await keep(ctx, algorithm, jwk, ctx.clock.now())
    return openAll(ctx, await read(ctx))
  })
}

async function openAll(ctx: TransactionContext, rows: readonly OidcKeyRow[]): Promise<JWK[]> {
  const sealer = await sealerOfWorkspace(ctx)
  const now = ctx.clock.now()
  const open = (row: OidcKeyRow): JWK => {
    const jwk = JSON.parse(sealer.open(row.sealed, about(row.id, workspaceOf(ctx))).toString()) as JWK
    const named = { ...jwk, kid: row.id, use: 'sig', alg: row.algorithm }
    return row.algorithm === 'RS256' ? { ...named, x5c: [certificateOf(row, jwk)] } : named
  }
  const signs = (row: OidcKeyRow) => row.signs_from <= now && (row.signs_until === null || row.signs_until > now)
  return [...rows.filter(signs), ...rows.filter(row => !signs(row))].map(open)
}

/**
 * Entra ID requires a certificate around a key; deterministic, so that the published key ID stays the same.
 */
function certificateOf(row: OidcKeyRow, jwk: JWK): string {
  const key = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
  const [from, until] = [later(row.signs_from, -days(7)), later(row.signs_from, days(3650))]
  const serial = createHash('sha256').update(row.id).digest().subarray(0, 15)
  return selfSigned(key, 'Single sign-on', from, until, serial).toString('base64')
}

async function keep(ctx: TransactionContext, algorithm: Algorithm, jwk: JWK, from: Date): Promise<void> {
  const id = newId()
  const workspace = workspaceOf(ctx)
  const sealed = (await sealerOfWorkspace(ctx)).seal(JSON.stringify(jwk), about(id, workspace))
  await insertOidcKey(
    ctx.db,
    workspace,
    { id, algorithm, sealed, signs_from: from, signs_until: null },
    ctx.clock.now(),
  )
}

/** Creates keys that sign in two days; the previous ones stay published three days longer. */
export async function rotateKeys(at: AutocommitContext): Promise<Date> {
  const made = await newKeys(algorithms)
  return transact(at, { actor: at.actor, request: at.request, workspace: at.workspace }, async ctx => {
    await lockOidcKeys(ctx.db, at.workspace)
    const now = ctx.clock.now()
    const from = later(now, days(aheadDays))
    await deleteKeysBefore(ctx.db, later(now, -days(behindDays)))
    for (const { algorithm, jwk } of made) {
      await endNewest(ctx.db, algorithm, from)
      await keep(ctx, algorithm, jwk, from)
    }
    await record(ctx, { action: 'oidc.keys-renewed', after: { from: from.toISOString() } })
    return from
  })
}

export const keysKeptFor = minutes(5)

const signElsewhere = promisify(sign)

/**
 * Signs ECDSA synchronously, which is faster than handing it to another thread. RSA takes twenty times as long
 * and runs in a thread.
 */
export class OwnSigningKey extends ExternalSigningKey {
  readonly #private: KeyObject
  readonly #public: KeyObject
  readonly #named: Pick<JWK, 'kid' | 'alg' | 'x5c'>

  constructor(jwk: JWK) {
    super()
    this.#private = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
    this.#public = createPublicKey(this.#private)
    this.#named = { kid: jwk.kid, alg: jwk.alg, x5c: jwk.x5c }
  }

  override get kid(): string | undefined {
    return this.#named.kid
  }

  override get alg(): string | undefined {
    return this.#named.alg
  }

  override get x5c(): string[] | undefined {
    return this.#named.x5c && [...this.#named.x5c]
  }

  override keyObject(): KeyObject {
    return this.#public
  }

  override sign(data: Uint8Array): Uint8Array | Promise<Uint8Array> {
    return this.alg === 'ES256'
      ? sign('sha256', data, { key: this.#private, dsaEncoding: 'ieee-p1363' })
      : signElsewhere('sha256', data, this.#private)
  }
}
