import { keyStatus } from '@claviger/contract/keys/security-keys'
import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { insertMany } from './bulk.ts'
import type { PersonName } from './person-names.ts'

export type DemoUserState = 'new' | 'pending' | 'active' | 'noDevice' | 'suspended' | 'needLicense'

export interface DemoUser extends PersonName {
  id: string
  userId: string
  employeeId: string
  fate: DemoUserState
  keys: number
  pendingKeys?: number
  source: number
  createdAt: Date
  lastSignInAt: Date | null
}

interface KeyOfSomebody {
  readonly user: string
  readonly kind: number
  readonly status?: number
}

const columns = {
  workspace_id: 'uuid',
  id: 'uuid',
  user_id: 'text',
  employee_id: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  email_verified_at: 'timestamptz',
  source: 'smallint',
  suspended_at: 'timestamptz',
  needs_license: 'boolean',
  invited_at: 'timestamptz',
  active_keys: 'integer',
  key_kinds: 'smallint',
  pending_keys: 'integer',
  had_key: 'boolean',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

function kindsOf(keys: readonly KeyOfSomebody[]): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const { user, kind, status = keyStatus.active } of keys)
    if (status === keyStatus.active) kinds.set(user, (kinds.get(user) ?? 0) | (1 << (kind - 1)))
  return kinds
}

export async function insertDemoUsers(
  db: Db,
  workspace: string,
  people: readonly DemoUser[],
  keys: readonly KeyOfSomebody[],
  now: Date,
): Promise<void> {
  const kinds = kindsOf(keys)
  await insertMany(
    db,
    'users',
    columns,
    people.map(one => [
      workspace,
      one.id,
      one.userId,
      one.employeeId,
      one.first,
      one.last,
      one.userId,
      one.fate === 'new' ? null : one.createdAt,
      one.source,
      one.fate === 'suspended' ? now : null,
      one.fate === 'needLicense',
      one.fate === 'new' ? null : one.createdAt,
      one.keys,
      kinds.get(one.id) ?? 0,
      one.pendingKeys ?? 0,
      one.fate !== 'new' && one.fate !== 'pending',
      one.createdAt,
      one.createdAt,
    ]),
  )
  const came = people.filter(one => one.lastSignInAt !== null)
  await sql`
    update user_sign_ins s set last_sign_in_at = came.at
    from unnest(${came.map(one => one.id)}::uuid[], ${came.map(one => one.lastSignInAt)}::timestamptz[]) as came (id, at)
    where s.workspace_id = ${workspace} and s.user_id = came.id`.execute(db)
}
