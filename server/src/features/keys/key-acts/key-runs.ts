import { keyReasons } from '@claviger/contract/keys/key-acts'
import { sql } from 'kysely'
import { msg } from '../../../ground/languages.ts'
import { runCalls } from '../../work/works/works.runs.ts'
import { keyAssign } from '../key-assignment/key-assignment.kind.ts'
import { keyPolicies } from './policy/kind.ts'
import { keyActs } from './kind.ts'

/** The calls of runs on keys: acts on them, policies given to them, and assignments, whose rows are users until there is a key. */
export const keyRuns = runCalls([keyActs, keyAssign, keyPolicies], {
  beside: sql`left join security_keys k on k.workspace_id = r.workspace_id and k.id = r.subject
    left join users u on u.workspace_id = r.workspace_id and u.id = coalesce(k.user_id, r.subject)`,
  id: sql`coalesce((r.facts ->> 'key')::uuid, r.subject)`,
  name: sql`coalesce(r.named, k.name)`,
  detail: sql`coalesce(r.facts ->> 'owner', u.first_name || ' ' || u.last_name)`,
  order: sql`coalesce(r.named, k.name)`,
  headers: [msg('Key'), msg('Owner')],
  reasons: keyReasons,
  item: ({ id, name, detail, done, reason }) => ({ id, name, owner: detail, done, reason }),
})
