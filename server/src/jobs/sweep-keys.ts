import type pg from 'pg'
import { later, minutes } from '../platform/clock.ts'
import type { JobKind } from '../platform/jobs.ts'
import { type SealedSubject, type Sealer, sealer } from '../platform/secrets/seal.ts'
import type { AppContext } from '../platform/app-context.ts'
import { keysOfWorkspace, sealedKeys } from '../features/tenancy/workspaces/workspaces.key.ts'

const batch = 200

const publicKey = `encode(public_key, 'hex')`
const ownerOfPasskey = `(select user_id from security_keys k
  where k.workspace_id = held_credentials.workspace_id and k.id = security_key_id) || '/' || security_key_id`

export const places = [
  place('stored_passwords', 'sealed', 'user_id'),
  place('fingerprint_templates', 'sealed', `user_id || '/' || key_id`),
  place('devices', 'account_sealed', 'account_name'),
  place('log_streams', 'sealed', 'workspace_id'),
  place('saml_keys', 'sealed', 'workspace_id'),
  place('api_applications', 'sealed', 'workspace_id'),
  place('scim_cards', 'sealed', 'workspace_id'),
  place('directory_connections', 'sealed', 'workspace_id'),
  place('applications', 'secret_sealed', 'workspace_id', `'applications:secret:' || id`),
  place('applications', 'former_sealed', 'workspace_id', `'applications:secret:' || id`),
  place('application_attempts', 'sealed', 'workspace_id'),
  place('provisioning_targets', 'sealed', 'workspace_id'),
  place('oidc_keys', 'sealed', 'workspace_id'),
  place('identity_providers', 'sealed', 'workspace_id'),
  place('identity_providers', 'next_sealed', 'workspace_id', `'identity_providers:sealed:' || id`),
  place('external_sign_ins', 'id_token', 'workspace_id'),
  {
    name: 'external_sessions.id_token',
    read: `select session_id as id, 'external_sessions:id_token:' || session_id || ' of ' || workspace_id as about,
        id_token as sealed from external_sessions
      where workspace_id = $1 and id_token is not null and ($2 = '' or session_id > nullif($2, '')::uuid)
      order by session_id limit ${batch} for no key update`,
    write: `update external_sessions set id_token = $3 where workspace_id = $1 and session_id = $2`,
  },
  place('self_service_pages', 'automatic_secret', 'workspace_id'),
  {
    name: 'user_secrets.sealed',
    read: `select person || '/' || field as id, 'user_secrets:sealed:' || person || '/' || field || ' of ' || workspace_id as about, sealed
      from user_secrets where workspace_id = $1 and sealed is not null and ($2 = ''
        or (person, field) > (nullif(split_part($2, '/', 1), '')::uuid, split_part($2, '/', 2)))
      order by person, field limit ${batch} for no key update`,
    write: `update user_secrets set sealed = $3 where workspace_id = $1
      and person = split_part($2, '/', 1)::uuid and field = split_part($2, '/', 2)`,
  },
  place('security_keys', 'card_sealed', 'user_id'),
  place('security_keys', 'pin_sealed', 'user_id'),
  place('card_import_pins', 'sealed', 'work_id'),
  place('held_credentials', 'vault_key', ownerOfPasskey, `'vault:p256:' || ${publicKey}`, `vault = 'sealed'`),
  place('held_credentials', 'hmac_seeds', ownerOfPasskey, `'held_credentials:hmac_seeds:' || ${publicKey}`),
  {
    name: 'work_rows.sealed',
    read: `select work_id || '/' || row as id, 'work_rows:sealed:' || row || ' of ' || work_id as about, sealed
      from work_rows where workspace_id = $1 and sealed is not null and ($2 = ''
        or (work_id, row) > (nullif(split_part($2, '/', 1), '')::uuid, nullif(split_part($2, '/', 2), '')::integer))
      order by work_id, row limit ${batch} for no key update`,
    write: `update work_rows set sealed = $3 where workspace_id = $1
      and work_id = split_part($2, '/', 1)::uuid and row = split_part($2, '/', 2)::integer`,
  },
]

function place(table: string, column: string, owner: string, what = `'${table}:${column}:' || id`, where = 'true') {
  return {
    name: `${table}.${column}`,
    read: `select id, ${what} || ' of ' || ${owner} as about, ${column} as sealed from ${table}
      where workspace_id = $1 and ${column} is not null and ${where} and ($2 = '' or id > nullif($2, '')::uuid)
      order by ${table}.id limit ${batch} for no key update`,
    write: `update ${table} set ${column} = $3 where workspace_id = $1 and id = $2`,
  }
}

interface Keyed {
  id: string
  sealed_key: Buffer
  key_rotated_at: Date | null
}

/** One sealed key: header, nonce, 32 bytes, tag. A longer value also holds older keys. */
const several = 'select id, sealed_key, key_rotated_at from workspaces where length(sealed_key) > 65'

/**
 * Reseals data that an older workspace key sealed. Deletes older keys only once a later scan finds nothing of
 * theirs: a running transaction may still seal with the key it read.
 */
export const sweepKeys: JobKind = {
  silent: {
    tables: [
      'workspaces',
      'stored_passwords',
      'fingerprint_templates',
      'devices',
      'log_streams',
      'scim_cards',
      'saml_keys',
      'directory_connections',
      'applications',
      'application_attempts',
      'provisioning_targets',
      'oidc_keys',
      'identity_providers',
      'external_sign_ins',
      'external_sessions',
      'self_service_pages',
      'user_secrets',
      'security_keys',
      'card_import_pins',
      'held_credentials',
    ],
    because: 'The same secret is encrypted again; the new key of the workspace is logged',
  },
  name: 'sweep-keys',
  cron: '*/10 * * * *',
  async work(world: AppContext) {
    const { rows } = await world.superPool.query<Keyed>(several)
    for (const { id, sealed_key, key_rotated_at } of rows) {
      const keys = keysOfWorkspace(world.sealer, id, sealed_key)
      if ((await resealAll(world, id, sealer(keys))) > 0) continue
      if (key_rotated_at && later(key_rotated_at, minutes(10)) > world.clock.now()) continue
      const newest = sealedKeys(world.sealer, id, keys.slice(0, 1))
      await world.superPool.query('update workspaces set sealed_key = $2 where id = $1 and sealed_key = $3', [
        id,
        newest,
        sealed_key,
      ])
    }
  },
}

async function resealAll(world: AppContext, workspace: string, by: Sealer): Promise<number> {
  let resealed = 0
  for (const { read, write } of places) {
    for (let last = ''; ;) {
      const client = await world.superPool.connect()
      try {
        await client.query('begin')
        const { rows } = await client.query<Sealed>(read, [workspace, last])
        resealed += await resealRows(client, write, workspace, rows, by)
        await client.query('commit')
        if (rows.length < batch) break
        last = rows.at(-1)?.id ?? ''
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    }
  }
  return resealed
}

interface Sealed {
  id: string
  about: SealedSubject
  sealed: Buffer
}

async function resealRows(client: pg.ClientBase, write: string, workspace: string, rows: Sealed[], by: Sealer) {
  const old = rows.filter(({ sealed }) => by.isOld(sealed))
  for (const { id, about, sealed } of old)
    await client.query(write, [workspace, id, by.seal(by.open(sealed, about), about)])
  return old.length
}
