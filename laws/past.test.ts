import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, sources } from './files.ts'
import { law } from './law.ts'
import { frozenMigrations, versions } from './past.ts'

interface Migration {
  name: string
  /** Checksum at release; undefined if new. */
  was?: string | undefined
  is?: string | undefined
}

const sum = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
const here = new Map(
  sources(['server/migrations'], /\.sql$/).map(({ path, text }) => [path.split('/').at(-1) ?? '', sum(text)]),
)
const all = [...new Set([...frozenMigrations.keys(), ...here.keys()])]
const numberOf = (name: string) => Number(/^\d{4}/.exec(name)?.[0])
/** Before the first release, migrations are numbered by module group; later numbers must exceed all released ones. */
const highest = frozenMigrations.size === 0 ? 0 : Math.max(199, ...[...frozenMigrations.keys()].map(numberOf))

law('released migrations do not change', {
  because: 'A released database runs only new migrations, so a change to an old one never reaches it.',
  over: all.map((name): Migration => ({ name, was: frozenMigrations.get(name), is: here.get(name) })),
  guilty: ({ name, was, is }) =>
    was !== undefined && is !== was
      ? `${name} was ${is === undefined ? 'taken away' : 'changed'}: put it back, and write what changes as a new file`
      : was === undefined && !(numberOf(name) > highest) && `${name} needs a number above ${highest}`,
  bites: { name: '0001_ground.sql', was: 'a', is: 'b' },
  passes: { name: '9999_new.sql', is: 'b' },
})

const most = 300_000

interface Kept {
  version: string
  /** Size of its database; undefined if it doesn't exist. */
  bytes: number | undefined
  hasKey: boolean
}

const keptOf = (version: string): Kept => {
  const place = join(root, 'server/test/past', version)
  const backup = `${place}.backup.gz`
  return {
    version,
    bytes: existsSync(backup) ? statSync(backup).size : undefined,
    hasKey: existsSync(`${place}.json`),
  }
}
const released = versions.filter(({ files }) => files.length > 0).map(({ version }) => keptOf(version))
const whole: Kept = { version: '0', bytes: most, hasKey: true }

law('a small database of each release with migrations is kept', {
  because: 'Only rows that a release wrote show whether an upgrade works.',
  over: released.length > 0 ? released : [whole],
  guilty: ({ version, bytes, hasKey }) =>
    !(bytes !== undefined && bytes <= most && hasKey) && `${version}: npm run print:past makes it`,
  bites: { version: '0.2.0', bytes: undefined, hasKey: true },
  passes: whole,
})
