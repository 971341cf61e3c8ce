import type { Db } from '../ground/db/db.ts'
import { insertMany } from './bulk.ts'
import type { Name } from './names.ts'

/** What a made-up user has been through; the status follows from it. */
export type Fate = 'new' | 'pending' | 'active' | 'noDevice' | 'suspended' | 'needLicense'

export interface MadeUser extends Name {
  id: string
  userId: string
  employeeId: string
  fate: Fate
  /** How many passkeys they have. */
  keys: number
  source: number
  createdAt: Date
  lastSignInAt: Date | null
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
  had_key: 'boolean',
  last_sign_in_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

/** Writes made-up users in bulk. */
export const insertPeople = (db: Db, workspace: string, people: readonly MadeUser[], now: Date): Promise<void> =>
  insertMany(
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
      one.fate !== 'new' && one.fate !== 'pending',
      one.lastSignInAt,
      one.createdAt,
      one.createdAt,
    ]),
  )
