import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import pg from 'pg'
import { command } from '#test/processes/processes.ts'
import { databaseAt, templateName } from '#test/app/template.ts'
import { openAppContext } from '#open-app-context.ts'
import type { Command } from '../command.ts'
import { makeWorkspace } from '../create-workspace.ts'
import { openOperator } from '../operator.ts'
import { rotateMasterKey } from '../rotation/rotate-master-key.ts'
import { verifyLog } from './verify-log.ts'

interface Verified {
  logs: { workspace: string; checked: number; head: object; fault: object | null }[]
  register: { checkpoint: string }
}

/** Runs a command in this process, because a process per command takes seconds. */
async function here(
  env: Record<string, string>,
  what: Command,
  at: string[] = [],
  options: Record<string, string> = {},
) {
  const operator = await openOperator({ LOG_CHECKPOINTS: 'off', ...env }, process.stderr, openAppContext)
  try {
    const { json } = await what.work(operator, { at: place => at[place] ?? '', option: name => options[name] })
    return json as unknown
  } finally {
    await operator.close()
  }
}

const verified = async (env: Record<string, string>, options?: Record<string, string>) =>
  (await here(env, verifyLog, [], options)) as Verified

const checkedIn = async (env: Record<string, string>) =>
  (await verified(env)).logs.reduce((sum, one) => sum + one.checked, 0)

test('verify-log verifies a log, also after master key rotation, and reports a removed chain with altered entries', async () => {
  const name = `verify_log_${process.pid}`
  const server = new pg.Client(inject('databaseUrl'))
  await server.connect()
  await server.query(`create database ${name} template ${templateName}`)
  const old = randomBytes(32).toString('base64')
  const fresh = randomBytes(32).toString('base64')
  const DATABASE_URL = databaseAt(inject('databaseUrl'), name)
  const env = { DATABASE_URL, MASTER_KEY: old }
  const database = new pg.Client(DATABASE_URL)
  try {
    await here(env, makeWorkspace, ['Northgate Hospital'], { slug: 'northgate', owner: 'ada@northgate.example' })
    await expect.poll(async () => (await checkedIn(env)) > 0, { timeout: 20_000 }).toBe(true)
    const before = await verified(env)
    expect(before.logs).toHaveLength(1)
    const [{ workspace, checked, head }] = before.logs as [Verified['logs'][0]]
    expect(checked).toBeGreaterThan(0)
    await here({ ...env, MASTER_KEY: `${fresh},${old}` }, rotateMasterKey)
    const after = { DATABASE_URL, MASTER_KEY: fresh }
    expect(await command(after, 'verify-log', '--workspace', workspace)).toMatchObject({
      logs: [{ workspace, checked, head, fault: null }],
    })
    await database.connect()
    const { checkpoint } = (await verified(after)).register
    await verified(after, { checkpoint })
    // An attacker with the database owner's rights deletes the chain and rewrites the entries, as if never chained
    for (const table of ['activity_links', 'activity_chains', 'activity_seals'])
      await database.query(`delete from ${table}`)
    await database.query("update activities set actor_name = 'Nobody'")
    await database.query("update activity_linking set linked_below = '0', all_below = '0'")
    await expect(command(after, 'verify-log')).rejects.toThrow(
      /northgate: .*The entire log or its chain was removed.*\n.*1 of 1 logs were changed/,
    )
    await database.query('truncate log_register, log_register_chains')
    await database.query(
      "update log_register_head set position = 0, hash = decode(repeat('00', 32), 'hex'), seal = null",
    )
    await expect(verified(after, { checkpoint })).rejects.toThrow(/replaced by an older copy|rewritten later/)
  } finally {
    await database.end()
    await server.query(`drop database if exists ${name} with (force)`)
    await server.end()
  }
}, 120_000)
