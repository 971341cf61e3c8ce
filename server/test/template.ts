import pg from 'pg'
import { openJobs, grantJobs } from '../src/ground/jobs.ts'
import { migrate } from '../src/ground/db/migrate.ts'
import { kinds } from '../src/jobs/kinds.ts'

/** The database that each test's own is a copy of. */
export const templateName = 'claviger_template'

/** The same address with another database name. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.toString()
}

const fail = (error: Error) => {
  throw error
}

/** Makes the template: migrated, with job tables. */
export async function makeTemplate(url: string): Promise<void> {
  const owner = new pg.Client(url)
  await owner.connect()
  await owner.query(`drop database if exists ${templateName}`)
  await owner.query(`create database ${templateName}`)
  await owner.end()
  const connection = { connectionString: databaseAt(url, templateName) }
  await migrate(connection)
  const jobs = await openJobs(connection, kinds, fail)
  await jobs.stop()
  const client = new pg.Client(connection)
  await client.connect()
  await grantJobs(client)
  await client.end()
}
