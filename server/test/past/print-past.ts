// npm run print:past: freezes the migrations of the version in package.json and stores a database of it that
// later versions must be able to upgrade. Run once for each release with new migrations.
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { everyMigration } from '#platform/db/migrate.ts'
import { version } from '#platform/version.ts'
import { makeDatabase } from './make-database.ts'
import { splitMigrations, pastFile, placesOf, readPast } from './past.ts'

const past = readPast()
const { later } = splitMigrations(past, await everyMigration())
if (past[version] !== undefined) throw new Error(`${version} is frozen already; state the next version first`)
if (later.length === 0) process.stdout.write(`Nothing is new in ${version}.\n`)
else {
  const places = placesOf(version)
  const half = join(import.meta.dirname, 'half')
  const beside = await makeDatabase(half)
  await rename(half, places.backup)
  await writeFile(places.beside, `${JSON.stringify(beside, undefined, 2)}\n`)
  // Last: the files named there are frozen from now on
  const files = Object.fromEntries(later.map(({ name, checksum }) => [name, checksum]))
  await writeFile(pastFile, `${JSON.stringify({ ...past, [version]: files }, undefined, 2)}\n`)
  process.stdout.write(`${later.length} migrations are frozen as ${version}. Commit past.json and server/test/past.\n`)
}
