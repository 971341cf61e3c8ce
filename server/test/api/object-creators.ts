import { randomBytes, randomUUID } from 'node:crypto'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { hashOfChallenge } from '../../src/features/keys/fingerprints/fingerprints.begin.ts'
import { days, later } from '../../src/platform/clock.ts'
import type { Caller, TestApp } from '../app/test-app.ts'
import type { PlacedUser } from './test-roles.ts'

export interface Fixture {
  id: string
  userId: string
  binned: string
  session: string
  /** A hardware key, a fingerprint key, a pending key, a card with a PIN, a blocked key, and a suspended key. */
  key: string
  card: string
  blockedKey: string
  suspendedKey: string
  fingerKey: string
  waitingKey: string
  passkey: string
  password: string
  finger: string
  challenge: string
  device: string
  group: string
  unit: string
  opener: string
  share: string
  friend: string
  emptyGroup: string
  emptyUnit: string
  run(): Promise<string>
  keyRun(): Promise<string>
  failedRun(): Promise<string>
  failedKeyRun(): Promise<string>
  shut(): Promise<string>
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

export function objectCreators({ world, given, clock }: TestApp, unit: string, owner: Caller, friend: PlacedUser) {
  const { workspace } = given.owner
  const put = async (table: string, values: Record<string, unknown>): Promise<string> => {
    const row = { workspace_id: workspace, id: randomUUID(), ...values }
    const names = Object.keys(row)
    await world.superPool.query(
      `insert into ${table} (${names.join()}) values (${names.map((_, n) => `$${n + 1}`).join()})`,
      Object.values(row),
    )
    return row.id
  }
  const join = (table: string, column: string, id: string, user: string) =>
    world.superPool.query(`insert into ${table} (workspace_id, ${column}, user_id) values ($1, $2, $3)`, [
      workspace,
      id,
      user,
    ])
  const made = { made_by_name: 'Given', created_at: clock.now() }
  const named = (what: string) => ({ name: `${what} ${randomBytes(6).toString('hex')}` })

  return async ({ id, email }: Pick<PlacedUser, 'id' | 'email'>): Promise<Fixture> => {
    const [key, fingerKey, waitingKey, card, blockedKey, suspendedKey, failedKey] = await Promise.all([
      given.addKey(id),
      given.addKey(id, { kind: 5 }),
      given.addKey(id, { status: 30, activation: 2, changed_at: later(clock.now(), -days(1)) }),
      given.addKey(id, { kind: 2, verification: 4 }),
      given.addKey(id, { kind: 2, verification: 4, blocked_at: clock.now() }),
      given.addKey(id, { status: 40 }),
      given.addKey(id),
    ])
    await given.addActiveKeys([id])
    const [group, emptyGroup, opener, ownUnit, emptyUnit, runUnit] = await Promise.all([
      put('groups', named('Group')),
      put('groups', named('Empty group')),
      put('groups', named('Opener')),
      put('organization_units', named('Unit')),
      put('organization_units', named('Empty unit')),
      put('organization_units', named('Unit of a run')),
    ])
    await join('group_members', 'group_id', group, id)
    await join('unit_members', 'unit_id', ownUnit, id)
    await put('shares', { account_id: id, group_id: opener, ...made })
    const likeThis = async (what: string, more: Record<string, unknown> = {}) => {
      const other = await given.addUser(`${what}-${randomUUID()}`, 'Placed', more)
      await join('unit_members', 'unit_id', unit, other)
      await world.superPool.query(
        `insert into administrators (workspace_id, user_id, role, additional, type)
          select workspace_id, $2, role, additional, type from administrators where workspace_id = $3 and user_id = $1`,
        [id, other, workspace],
      )
      return other
    }
    const binned = await likeThis('binned', { deleted_at: clock.now() })
    const refusedFirst = once(async () => {
      const other = await likeThis('shut')
      await given.addActiveKeys([other])
      const { id: refused } = await owner.tell(bulkRuns.activate, { ids: [other] })
      await owner.tell(bulkRuns.suspendOne, { id: other })
      return { other, refused }
    })
    const challenge = randomBytes(16).toString('base64url')
    await put('fingerprint_enrolments', {
      user_id: id,
      key_id: fingerKey,
      challenge_hash: hashOfChallenge(challenge),
      provider: 1,
      own: false,
      starts_before: later(clock.now(), days(1)),
      ends_at: later(clock.now(), days(1)),
      created_at: clock.now(),
    })
    await world.superPool.query(
      `insert into address_changes (workspace_id, user_id, email, asked_by, asked_at, expires_at)
        values ($1, $2, $3, 'Given', $4, $5) on conflict do nothing`,
      [workspace, id, `new.${email}`, later(clock.now(), -days(4)), later(clock.now(), days(4))],
    )
    const device = await put('devices', {
      ...named('Computer'),
      kind: 1,
      machine_id: randomUUID(),
      host_name: 'host',
      registered_name: 'host',
      hash: randomBytes(32),
      platform: 'Windows',
      client: 'agent',
      version: '1',
      apps: '[]',
      api_key_name: 'Given',
      created_at: clock.now(),
      last_seen_at: clock.now(),
    })
    await world.superPool.query(
      `insert into device_uses (workspace_id, device_id, user_id, security_key_id, first_at, last_at) values ($1, $2, $3, $4, $5, $5)`,
      [workspace, device, id, key, clock.now()],
    )
    await given.session({ id, workspace })
    const { rows } = await world.superPool.query<{ id: string }>(
      'select id from sessions where user_id = $1 and ended_at is null',
      [id],
    )
    return {
      id,
      userId: email,
      binned,
      session: (rows.at(-1) as { id: string }).id,
      key,
      fingerKey,
      waitingKey,
      card,
      blockedKey,
      suspendedKey,
      device,
      group,
      emptyGroup,
      opener,
      unit: ownUnit,
      emptyUnit,
      friend: friend.id,
      challenge,
      share: await put('shares', { account_id: id, person_id: friend.id, ...made }),
      passkey: await put('credentials', {
        user_id: id,
        security_key_id: key,
        credential_id: randomBytes(32),
        public_key: randomBytes(77),
        algorithm: -7,
        aaguid: randomUUID(),
        name: 'Key',
        backup_eligible: false,
        backup_state: false,
        attestation: 'none',
      }),
      password: await put('stored_passwords', {
        user_id: id,
        type: 1,
        username: 'any',
        url: 'https://any.example',
        pin_required: false,
        sealed: randomBytes(40),
        created_at: clock.now(),
        updated_at: clock.now(),
      }),
      finger: await put('fingerprint_templates', {
        user_id: id,
        key_id: fingerKey,
        name: 'Thumb',
        provider: 1,
        model: 'Maker F100',
        sealed: randomBytes(40),
        created_at: clock.now(),
      }),
      run: once(async () => (await owner.tell(bulkRuns.addToUnit, { ids: [id], target: runUnit })).id),
      keyRun: once(async () => (await owner.tell(keyActCalls.suspend, { ids: [key] })).id),
      failedRun: async () => (await refusedFirst()).refused,
      shut: async () => (await refusedFirst()).other,
      failedKeyRun: once(async () => {
        const { id: refused } = await owner.tell(keyActCalls.activate, { ids: [failedKey] })
        await owner.tell(keyActCalls.suspendOne, { id: failedKey })
        return refused
      }),
    }
  }
}
