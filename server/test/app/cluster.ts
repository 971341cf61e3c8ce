// A temporary PostgreSQL per test run; each test file gets its own databases.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/platform/embedded/embedded.ts'
import { makeTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

const say = (fields: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
const quiet = () => undefined

/** Uses TEST_DATABASE_URL if set, else starts a database without durability. */
export default async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    await makeTemplate(given)
    project.provide('databaseUrl', given)
    return undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'claviger-test-'))
  const log = { debug: quiet, info: quiet, warn: quiet, error: say }
  const embedded = await startEmbedded({ folder, log, durable: false })
  const { host, port, user, password, database } = embedded.connection
  const place = new URLSearchParams({ host, port: String(port) })
  const url = `postgres://${user}:${password}@localhost/${database}?${place.toString()}`
  const end = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true })
  }
  try {
    await makeTemplate(url)
  } catch (error) {
    await end()
    throw error
  }
  project.provide('databaseUrl', url)
  return end
}
