import { sources } from './files.ts'
import { law } from './law.ts'

interface Write {
  table: string
  path: string
}

// The first line of each migration names the room that writes its tables
const owners = new Map<string, string>()
for (const migration of sources(['server/migrations'], /\.sql$/)) {
  const room = /^-- room: ([\w/-]+)/.exec(migration.text)?.[1] ?? ''
  for (const [, table] of migration.text.matchAll(/create (?:unlogged )?table (\w+)/g))
    owners.set(table as string, room)
}

const inBuilder = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g
const inText = /(?:insert into|delete from|update(?! set))\s+([a-z_]+)\b/g

const writes = sources(['server/src'], /\.ts$/)
  .filter(file => !file.path.endsWith('.test.ts'))
  .flatMap(file =>
    [...file.text.matchAll(inBuilder), ...file.text.matchAll(inText)]
      .map(match => ({ table: match[1] as string, path: file.path }))
      .filter(write => owners.has(write.table)),
  )

// The sweep clears what has ended everywhere; the command line and the demo write in bulk
const everywhere = /^server\/src\/(jobs\/sweep|admin|demo)/

const home = (room: string) =>
  room === 'ground' ? /^server\/src\/(ground|http|outside)\// : new RegExp(`^server/src/features/${room}/`)

law('a table is written in its own room', {
  because: 'A table with two writers has two rules, and one of them is wrong.',
  over: writes,
  guilty: ({ table, path }: Write) => {
    const owner = owners.get(table) ?? 'nobody'
    return (
      !everywhere.test(path) && !home(owner).test(path) && `${table} belongs to ${owner}, but is written in ${path}`
    )
  },
  bites: { table: 'users', path: 'server/src/features/access/account/account.store.ts' },
  passes: { table: 'users', path: 'server/src/features/people/users/users.store.ts' },
})

law('every migration names its room', {
  because: 'Whoever has a table must find its owner.',
  over: sources(['server/migrations'], /\.sql$/).map(file => ({
    path: file.path,
    head: file.text.split('\n')[0] ?? '',
  })),
  guilty: migration => !/^-- room: [\w/-]+/.test(migration.head) && migration.path,
  bites: { path: 'x.sql', head: 'create table x ()' },
  passes: { path: 'x.sql', head: '-- room: people/users' },
})
