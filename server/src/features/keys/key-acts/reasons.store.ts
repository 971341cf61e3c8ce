import { verifications } from '@claviger/contract/keys/token-policies'
import type { KeyAct, KeyReason, PinResetMethod } from '@claviger/contract/keys/key-acts'
import { keyStatus, keyKindsWith, verificationsByKind } from '@claviger/contract/keys/security-keys'
import { type RawBuilder, sql } from 'kysely'
import { firstReason, type ReasonRule } from '#platform/db/reasons.ts'
import { type Asker, hasHigherRole } from '#features/work/rank/rank.ts'
import { hasPinPage } from '../security-keys/security-keys.pins.ts'
import type { TokenPolicyRow } from '../token-policies/token-policies.ts'

export interface KeyActRequest {
  act: KeyAct
  by: Asker
  now: Date
  verification: number | null
  pins: PinResetMethod | null
}

type Because = ReasonRule<KeyReason>

const choosing = keyKindsWith(are => are.storage === null)
const near = keyKindsWith(are => are.proximity)
const offline = keyKindsWith(are => are.offline)
const remembering = keyKindsWith(are => are.remembersPin)
// Phones verify their own PIN, so only cards use a server-side one
const withPin = keyKindsWith(are => are.verifies === 'card')

const kindsVerifying = (verification: number | null) =>
  keyKindsWith(({ verifies }) => {
    const ways: readonly number[] = verifies ? verificationsByKind[verifies] : []
    return verification === null ? verifies !== null : ways.includes(verification)
  })

export const keysAndOwners = sql`left join security_keys k on k.workspace_id = current_workspace() and k.id = list.id and not k.binned
  left join users u on u.workspace_id = current_workspace() and u.id = k.user_id`

export const keyReasonSql = (asked: KeyActRequest) => firstReason(rulesOf(asked))

export const reasonAgainst = (by: Asker, policy: TokenPolicyRow) =>
  firstReason<KeyReason>([
    ...keyThere(by),
    [
      sql`k.policy_id = ${policy.id}::uuid and k.audit = ${policy.audit}
        and (k.kind <> all(${choosing}::smallint[]) or k.credential_storage = ${policy.credential_storage}::smallint)
        and k.proximity = (k.kind = any(${near}::smallint[]) and ${policy.proximity})
        and k.offline = (k.kind = any(${offline}::smallint[]) and ${policy.offline})
        and k.remembered_pin_hours = case when k.kind = any(${remembering}::smallint[]) then ${policy.remembered_pin_hours}::smallint else 0 end`,
      'already',
    ],
  ])

const keyThere = (by: Asker): Because[] => [
  [sql`k.id is null`, 'unknown'],
  [hasHigherRole(by, sql`u.id`), 'above-you'],
]

function* rulesOf(asked: KeyActRequest): Generator<Because> {
  yield* keyThere(asked.by)
  // Prevents administrators from locking themselves out by selecting all rows
  if (asked.act === 'suspend' || asked.act === 'delete') yield [sql`u.id = ${asked.by.id}::uuid`, 'own-key']
  switch (asked.act) {
    case 'suspend':
      yield [sql`k.status = ${sql.lit(keyStatus.suspended)}`, 'already']
      yield [sql`k.status = ${sql.lit(keyStatus.pending)}`, 'is-pending']
      return
    case 'activate':
      yield [sql`k.status = ${sql.lit(keyStatus.active)}`, 'already']
      yield [sql`k.status = ${sql.lit(keyStatus.pending)}`, 'is-pending']
      return
    case 'unblock':
      yield [sql`k.blocked_at is null`, 'not-blocked']
      return
    case 'delete':
      return
    case 'offline-on':
    case 'offline-off':
      yield [sql`k.kind <> all(${offline}::smallint[])`, 'not-of-kind']
      yield [sql`k.offline = ${asked.act === 'offline-on'}`, 'already']
      return
    case 'verification':
      yield [sql`k.kind <> all(${kindsVerifying(asked.verification)}::smallint[])`, 'not-of-kind']
      yield [sql`k.verification = ${asked.verification}::smallint`, 'already']
      if (asked.verification === verifications.pin && asked.pins === 'link')
        yield* linkReasons(sql`k.kind = any(${withPin}::smallint[]) and k.pin_sealed is null`)
      return
    case 'reset-pin':
      yield [
        sql`k.kind <> all(${withPin}::smallint[]) or k.verification is distinct from ${sql.lit(verifications.pin)}`,
        'no-pin',
      ]
      yield [sql`k.status = ${sql.lit(keyStatus.pending)}`, 'is-pending']
      if (asked.pins === 'link') yield* linkReasons(sql`true`)
  }
}

/** Why the users of keys that need a PIN can't get a link to set it. */
function* linkReasons(needsPin: RawBuilder<unknown>): Generator<Because> {
  yield [sql`${needsPin} and not ${hasPinPage}`, 'no-page']
  yield [sql`${needsPin} and u.email is null`, 'no-email']
}
