// Rows that open an account and were added by other users must open nothing after the user accepts a role. Each table
// that belongs to a user must be listed here, with what it opens or why it opens nothing.
import { administrators } from '@claviger/contract/tenancy/administrators'
import { expect, test } from 'vitest'
import { testData } from '../api/test-data.ts'
import { startTestApp } from '../app/test-app.ts'

const built = await startTestApp()
const { given, world } = built
const { workspace } = given.owner
const query = async <T extends object>(text: string, ...values: unknown[]) =>
  (await world.superPool.query<T>(text, values)).rows

const key = (user: string, more: object = {}) =>
  given.addKey(user, { kind: 2, verification: 4, last_used_at: new Date(), ...more })
const counts = async (what: string, user: string) =>
  (await query<{ n: number }>(`select count(*)::integer as n from ${what}`, user))[0]?.n ?? 0
const passkey = (user: string, on: string) =>
  query(
    `insert into credentials (workspace_id, id, user_id, security_key_id, credential_id, public_key, algorithm, aaguid, name,
       backup_eligible, backup_state, attestation)
     values ($1, gen_random_uuid(), $2, $3, uuid_send(gen_random_uuid()), '\\x00', -7, gen_random_uuid(), 'Planted', false, false, 'none')`,
    workspace,
    user,
    on,
  )

interface Opening {
  plant(user: string): Promise<unknown>
  /** Counts the planted rows that still open the account. */
  open: string
}

const openKeys = 'security_keys where user_id = $1 and not proof_due'
const opens: Record<string, Opening> = {
  security_keys: { plant: key, open: openKeys },
  credentials: {
    plant: async user => passkey(user, await key(user)),
    open: `credentials c join security_keys k on k.id = c.security_key_id where c.user_id = $1 and not k.proof_due`,
  },
  fingerprint_enrolments: {
    plant: async user =>
      query(
        `insert into fingerprint_enrolments (workspace_id, id, user_id, key_id, challenge_hash, provider, own, starts_before, ends_at, created_at)
         values ($1, gen_random_uuid(), $2, $3, uuid_send(gen_random_uuid()), 1, true, now(), now(), now())`,
        workspace,
        user,
        await ownKey(user),
      ),
    open: openKeys,
  },
  shares: {
    plant: async user =>
      query(
        `insert into shares (workspace_id, id, account_id, person_id, made_by_name, created_at) values ($1, gen_random_uuid(), $2, $3, 'Any', now())`,
        workspace,
        user,
        given.user.id,
      ),
    open: 'shares where account_id = $1',
  },
  users: {
    plant: user => query(`update users set phone_country = '+49', phone_number = '1701234567' where id = $1`, user),
    open: 'users where id = $1 and (email is not null or phone_number is not null)',
  },
  external_links: {
    plant: async user => {
      const [provider] = await query<{ id: string }>(
        `insert into identity_providers (workspace_id, id, protocol, preset, name, issuer, settings, created_at, changed_at, changed_by)
         values ($1, gen_random_uuid(), 1, 'other', 'Planted', 'https://p.example', '{}', now(), now(), 'Any') returning id`,
        workspace,
      )
      await query(
        `insert into external_links (workspace_id, provider_id, subject, user_id, confirmed, linked_at) values ($1, $2, 'planted', $3, true, now())`,
        workspace,
        provider?.id,
        user,
      )
    },
    open: 'external_links where user_id = $1 and confirmed',
  },
  delegations: {
    plant: user =>
      query(
        `insert into delegations (workspace_id, id, tool, version, purpose, user_id, administrator_id, administrator_name, created_at, expires_at)
         values ($1, gen_random_uuid(), 'Any', '1', 'on-behalf-registration', $2, $3, 'Any', now(), now() + interval '1 hour')`,
        workspace,
        user,
        given.userManager.id,
      ),
    open: 'delegations where user_id = $1',
  },
  passwords: {
    plant: user => query(`insert into passwords (workspace_id, user_id, hash) values ($1, $2, 'any')`, workspace, user),
    open: 'passwords where user_id = $1',
  },
  code_consents: {
    plant: user =>
      query(`insert into code_consents (workspace_id, user_id, given_at) values ($1, $2, now())`, workspace, user),
    open: 'code_consents where user_id = $1',
  },
  sessions: {
    plant: user => given.session({ id: user, workspace }),
    open: 'sessions where user_id = $1 and ended_at is null',
  },
  account_links: {
    plant: user =>
      query(
        `insert into account_links (workspace_id, id, user_id, purpose, secret_hash, expires_at)
         values ($1, gen_random_uuid(), $2, 'activation', '\\x00', now() + interval '1 day')`,
        workspace,
        user,
      ),
    open: 'account_links where user_id = $1 and used_at is null',
  },
  contact_changes: {
    plant: user =>
      query(
        `insert into contact_changes (workspace_id, user_id, email, code_hash, sent_at, expires_at) values ($1, $2, 'a@b.example', '\\x00', now(), now())`,
        workspace,
        user,
      ),
    open: 'contact_changes where user_id = $1',
  },
  address_changes: {
    plant: user =>
      query(
        `insert into address_changes (workspace_id, user_id, email, asked_by, asked_at, expires_at) values ($1, $2, 'a@b.example', 'Any', now(), now())`,
        workspace,
        user,
      ),
    open: 'address_changes where user_id = $1',
  },
}

const ofKey = 'belongs to a security key and opens nothing while that waits'
const ofSession = 'belongs to a session and ends with it'
const elsewhere = 'says what other applications know or may do, and opens no account here'
const role = 'says what a user holds or is offered'
const list = 'is read where others look, and opens nothing'
const program = 'opens calls of a program, and no account; its maker or keeper is judged at each use'
const passing = 'lives for minutes, and the session that it opens is judged when it opens'
const chain = 'links lines of the log'
const opensNothing: Record<string, string> = {
  administrators: role,
  super_administrators: role,
  unit_administrators: role,
  owner_changes: role,
  pending_roles: role,
  api_keys: 'its keeper limits what it may do, and nothing in it opens the account of the keeper',
  break_glass_codes: 'only owners make one',
  card_import_pins: 'PINs of new keys, shown once to the administrator who imported them',
  application_assignments: elsewhere,
  application_people: elsewhere,
  application_uses: elsewhere,
  oidc_consents: elsewhere,
  saml_name_ids: elsewhere,
  second_factor_people: elsewhere,
  stored_passwords: elsewhere,
  default_accounts: 'chooses among accounts that are shared already',
  device_uses: list,
  directory_clashes: list,
  identifier_values: elsewhere,
  saved_views: list,
  user_sign_ins: list,
  user_token_policies: 'says what new keys are given, which are judged themselves',
  external_sessions: ofSession,
  proxy_passes: ofSession,
  saml_sessions: ofSession,
  session_cache: ofSession,
  fingerprint_templates: 'comes with an enrolment, which is judged',
  held_cards: ofKey,
  held_credentials: ofKey,
  push_subscriptions: ofKey,
  tap_sessions: ofKey,
  group_members: 'opens what is shared with the group, which is judged there',
  ended_group_members: 'keeps who was a member when a group ended; only Block policies and profiles read it',
  group_rule_changes: list,
  unit_members: list,
  scim_cards: 'is made into keys, which are judged themselves',
  oidc_items: 'belongs to a session, or to an offline grant that ends when a role is accepted (endings.test.ts)',
  on_behalf_passkeys: ofKey,
  license_waits: list,
  provisioning_members: elsewhere,
  usage_users: list,
  support_accesses: 'opens a session that only reads; an owner allows it (endings-of-kiosks.test.ts)',
  attendance_kiosks: program,
  agent_secrets: program,
  devices: program,
  reader_apps: program,
  scim_tokens: program,
  workflows: program,
  self_service_visits: passing,
  registrations: 'makes a new workspace, or a user who is invited',
  email_sign_ins: passing,
  external_sign_ins: passing,
  second_factor_proofs: passing,
  second_factor_requests: passing,
  saml_requests: passing,
  delegation_requests: 'waits for an administrator, whose delegation is judged',
  activity_chains: chain,
  activity_links: chain,
  activity_seals: chain,
  log_register: chain,
  log_register_chains: chain,
  log_register_head: chain,
}

let count = 0
const person = () => given.addUser('Planted', `On ${String(count++)}`)
/** A key that the user created; it must stay valid. */
async function ownKey(user: string): Promise<string> {
  const id = await key(user)
  await query(`update security_keys set placed = '{"own": true}' where id = $1`, id)
  return id
}

test('every table that belongs to a user declares what it opens, or why it opens nothing', async () => {
  // Belongs to a user by a foreign key, or by a column with a user ID or the hash of a secret
  const tables = await query<{ name: string }>(`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid in ('users'::regclass, 'security_keys'::regclass, 'sessions'::regclass, 'credentials'::regclass)
    union select table_name from information_schema.columns
    where table_schema = 'public' and (
      data_type = 'uuid' and column_name in ('user_id', 'account_id', 'owner_id', 'super_id', 'maker_id', 'holder_id')
      or data_type = 'bytea' and column_name like '%hash')`)
  const named = new Set([...Object.keys(opens), ...Object.keys(opensNothing)])
  expect(tables.map(one => one.name).filter(name => !named.has(name))).toEqual([])
  const there = new Set(tables.map(one => one.name).concat('users', 'unit_administrators'))
  expect([...named].filter(name => !there.has(name))).toEqual([])
})

test.each(Object.entries(opens))(
  'what other users put into %s opens nothing after a role is accepted',
  async (_name, { plant, open }) => {
    const user = await person()
    await plant(user)
    expect(await counts(open, user)).toBeGreaterThan(0)
    const { owner } = testData(built)
    await (await owner()).tell(administrators.create, { ids: [user], role: 3 })
    const own = await given.ownSession({ id: user, workspace })
    await built.as(own.accessToken).tell(administrators.answerRole, { accept: true })
    await own.drop()
    expect(await counts(open, user)).toBe(0)
  },
)

test('an own key stays valid', async () => {
  const user = await person()
  await ownKey(user)
  await testData(built).appoint(user, 3)
  expect(await counts(openKeys, user)).toBe(1)
})
