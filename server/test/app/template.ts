import pg from 'pg'
import { upgradeDatabase } from '../../src/platform/db/prepare.ts'
import { openJobPool } from '../../src/platform/db/pool/pool.ts'
import { openJobs } from '../../src/platform/jobs.ts'
import { kinds } from '../../src/jobs/job-kinds.ts'
import { noteWrites } from './audit-probe.ts'

export const templateName = 'claviger_template'

/** Copies files, which takes half the time of writing each page to the log of the database. */
export const copyTemplate = (name: string): string =>
  `create database ${name} template ${templateName} strategy file_copy`

export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.toString()
}

const fail = (error: Error) => {
  throw error
}

/** The template: migrated, with job tables, and recording writes. */
export async function makeTemplate(url: string): Promise<void> {
  const owner = new pg.Client(url)
  await owner.connect()
  await owner.query(`drop database if exists ${templateName}`)
  await owner.query(`create database ${templateName}`)
  await owner.end()
  const connection = { connectionString: databaseAt(url, templateName) }
  const client = new pg.Client(connection)
  await client.connect()
  await upgradeDatabase(client)
  // Otherwise each server on a copy would create them
  await client.query("select make_log_months(now(), now() + interval '63 days')")
  await client.query(noteWrites)
  await client.end()
  const jobs = await openJobs(openJobPool(connection, fail), kinds, fail)
  await jobs.stop()
}
