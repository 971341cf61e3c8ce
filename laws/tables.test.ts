import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, sources } from './files.ts'
import { law } from './law.ts'
import { laterRelease } from './past.ts'

interface Write {
  table: string
  path: string
}

const owners = new Map<string, string>()
for (const migration of sources(['server/migrations'], /\.sql$/)) {
  const room = /^-- room: ([\w/-]+)/.exec(migration.text)?.[1] ?? ''
  for (const [, table] of migration.text.matchAll(/create (?:unlogged )?table (\w+)/g))
    owners.set(table as string, room)
}

const inBuilder = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g
const inText = /(?:insert into|delete from|update(?! set))\s+([a-z_]+)\b/gi

const writes = sources(['server/src'], /\.ts$/)
  .filter(file => !file.path.endsWith('.test.ts'))
  .flatMap(file =>
    [...file.text.matchAll(inBuilder), ...file.text.matchAll(inText)]
      .map(match => ({ table: match[1] as string, path: file.path }))
      .filter(write => owners.has(write.table)),
  )

// The cleanup deletes expired rows of all tables; the command line and the demo write in bulk
const everywhere = /^server\/src\/(jobs\/(?:cleanup|sweep)|admin|demo)/

const filesOfModule = (room: string) =>
  room === 'ground' ? /^server\/src\/(platform|http|integrations)\// : new RegExp(`^server/src/features/${room}/`)

law('a table is written only by its module', {
  because: 'A table with two writers ends up with two rules.',
  over: writes,
  guilty: ({ table, path }: Write) => {
    const owner = owners.get(table) ?? 'no module'
    return (
      !everywhere.test(path) &&
      !filesOfModule(owner).test(path) &&
      `${table} belongs to ${owner}, but is written in ${path}`
    )
  },
  bites: { table: 'users', path: 'server/src/features/access/account/account.store.ts' },
  passes: { table: 'users', path: 'server/src/features/people/users/users.store.ts' },
})

const migrations = sources(['server/migrations'], /\.sql$/)

law('each migration names its module', {
  because: 'Readers of a table must find its owner.',
  over: migrations.map(file => ({ path: file.path, head: file.text.split('\n')[0] ?? '' })),
  guilty: migration => {
    const room = /^-- room: ([\w/-]+)/.exec(migration.head)?.[1]
    const exists = room === 'ground' || (room?.includes('/') && existsSync(join(root, 'server/src/features', room)))
    return !exists && `${migration.path} names no existing module`
  },
  bites: { path: 'x.sql', head: '-- room: people/nobody' },
  passes: { path: 'x.sql', head: '-- room: people/users' },
})

interface Definition {
  path: string
  text: string
  earlier: number
  /** Added after the first release, so it may replace released definitions. */
  later: boolean
}

const definition = /create (?:or replace )?(?:function|procedure) (\w+)/g
const times = new Map<string, number>()

law('a function of the database is defined once', {
  because: 'Only the last of two definitions is used, and readers may find the other.',
  over: migrations.flatMap(({ path, text }) =>
    [...text.matchAll(definition)].map(([found, name = '']): Definition => {
      const release = laterRelease(path)
      const key = `${name} ${release}`
      const earlier = times.get(key) ?? 0
      times.set(key, earlier + 1)
      return { path, text: found, earlier, later: release !== undefined }
    }),
  ),
  guilty: one => (one.earlier > 0 || (!one.later && one.text.includes('or replace'))) && `${one.path}: ${one.text}`,
  bites: { path: 'x.sql', text: 'create or replace function x', earlier: 0, later: false },
  passes: { path: 'x.sql', text: 'create or replace function x', earlier: 0, later: true },
})

law('a column is declared with its table', {
  because: 'An unreleased migration is edited in place. A table that is declared in several places is misread.',
  over: migrations.map(({ path, text }) => ({ path, text, later: laterRelease(path) !== undefined })),
  // PostgreSQL before version 16 can't define a column's storage inside CREATE TABLE, and a key that is made after the
  // indexes is preferred to them
  guilty: ({ path, text, later }) =>
    !later && /^(alter table (?!\w+ (?:alter column \w+ set storage|add primary key) )|drop )/m.test(text) && path,
  bites: { path: 'x.sql', text: 'alter table users add column x int;', later: false },
  passes: { path: 'x.sql', text: 'alter table users add column x int;', later: true },
})

// Tables with statement-level transition triggers can't be partitioned by workspace. Where one statement inserts
// thousands of rows, row-level triggers cost more than that (decision 12), so these stay. This list may only get
// shorter.
const statementTriggers = new Set([
  'users_have_sign_ins',
  'users_noted_for_rules',
  'users_come',
  'users_change',
  'users_start_workflows',
  'users_added_for_provisioning',
  'group_members_come',
  'group_members_go',
  'members_added_for_provisioning',
  'members_deleted_for_provisioning',
  'unit_members_come',
  'unit_members_go',
  'unit_members_added_for_provisioning',
  'unit_members_deleted_for_provisioning',
  'security_keys_come',
  'security_keys_go',
  'security_keys_come_to_workflows',
  // A session expects thousands of people with one statement, and each would add a row to its tallies
  'attendance_participants_tally_added',
  'attendance_participants_tally_changed',
  'attendance_participants_tally_removed',
])

const triggers = migrations.flatMap(({ text }) =>
  [...text.matchAll(/create trigger (\w+)([^;]*);/g)].map(([, name = '', rest = '']) => ({ name, rest })),
)

law('a trigger handles one row', {
  because: 'A database that is distributed by workspace has no transition tables.',
  over: triggers,
  guilty: ({ name, rest }) => /\breferencing\b/.test(rest) !== statementTriggers.has(name) && name,
  bites: { name: 'groups_come', rest: 'after insert on groups referencing new table as added for each statement' },
  passes: { name: 'groups_come', rest: 'after insert on groups for each row' },
})

law('a foreign key sets no column to null', {
  because: "In a distributed table, the workspace is part of each key, so it can't be set to null. Use a row trigger.",
  over: migrations,
  guilty: ({ path, text }) => /on delete set (null|default)/.test(text.replaceAll(/--.*/g, '')) && path,
  bites: { path: 'x.sql', text: 'foreign key (workspace_id, x) references y on delete set null (x)' },
  passes: { path: 'x.sql', text: 'foreign key (workspace_id, x) references y on delete cascade' },
})
