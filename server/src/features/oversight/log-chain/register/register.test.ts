import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { alarmsOf } from '#platform/alarms.ts'
import { minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { type ActivityEntry, record } from '#platform/record/record.ts'
import { signingKeyOf } from '#platform/secrets/signing-key.ts'
import { newestKnown } from '#platform/newest-checkpoint.ts'
import { linkLog } from '../log-chain.ts'
import { verifyLog } from '../chain-verification.ts'
import { outboxMails } from '#integrations/mail.ts'
import { mailCheckpoints } from './checkpoint-mail.ts'
import { newestIn } from './checkpoints.ts'
import { beginRegister, checkpoint } from './register.ts'
import type { RegisterVerdict } from './verify-register.ts'

const { given, world, clock, app, mailTo } = await startTestApp()
const owner = new pg.Client(world.config.databaseUrl)
await owner.connect()
afterAll(() => owner.end())
const { workspace } = given.owner
const elsewhere = given.ownerElsewhere.workspace
const file = world.config.logCheckpoints

const request = { id: 'r', ip: '203.0.113.80', userAgent: '' }
const logged = (where = workspace, more: Partial<ActivityEntry> = {}) =>
  transact(world, { actor: { kind: 'nobody' }, request, workspace: where }, ctx =>
    record(ctx, { action: 'user.deleted', by: { id: null, name: 'Ada' }, before: { name: 'Grace' }, ...more }),
  )

async function verdict(sent?: string) {
  let register: RegisterVerdict | undefined
  const logs: Record<string, string> = {}
  const kept = sent === undefined ? undefined : newestIn(sent)
  for await (const one of verifyLog(world, { checkpoint: kept, register: found => (register = found) }))
    if (one.fault) logs[one.workspace] = one.fault.says
  return { register: register?.fault ?? null, logs }
}
const whole = { register: null, logs: {} }
const linked = () =>
  expect
    .poll(
      async () => {
        await linkLog(world)
        const { rows } = await owner.query<{ n: number }>(
          'select count(*)::int as n from activities a where not exists (select from activity_links l where l.activity_id = a.id)',
        )
        return rows[0]?.n
      },
      { timeout: 10_000 },
    )
    .toBe(0)

const tables = [
  'activities',
  'activity_links',
  'activity_chains',
  'activity_seals',
  'log_register',
  'log_register_chains',
]
const all = [...tables, 'activity_linking', 'log_register_head']
const copyOf = async (name: string) => {
  await owner.query(`drop schema if exists ${name} cascade; create schema ${name}`)
  for (const table of all) await owner.query(`create table ${name}.${table} as table ${table}`)
}
const putBack = async (name: string, which = all) => {
  for (const table of which)
    await owner.query(`delete from ${table}; insert into ${table} select * from ${name}.${table}`)
}
const dropChain = async (of: string) => {
  for (const table of ['activity_links', 'activity_chains', 'activity_seals'])
    await owner.query(`delete from ${table} where workspace_id = $1`, [of])
}

beforeEach(async () => {
  for (const table of [...tables, 'activity_linking']) await owner.query(`truncate ${table}`)
  await owner.query("update log_register_head set position = 0, hash = decode(repeat('00', 32), 'hex'), seal = null")
  await owner.query('update workspaces set created_at = $1', [clock.now()])
  await rm(file, { force: true })
  await beginRegister(world)
  for (let n = 0; n < 5; n++) {
    await logged()
    await logged(elsewhere)
  }
  await linked()
  await checkpoint(world, { now: true })
  expect(await verdict()).toEqual(whole)
})

test('a deleted chain with rewritten lines never restarts, and the loss of the log raises an alarm', async () => {
  await dropChain(workspace)
  await owner.query("update activities set actor_name = 'Nobody' where workspace_id = $1", [workspace])
  await owner.query("update activity_linking set linked_below = '0', all_below = '0'")
  await linkLog(world, { waits: true })
  await logged()
  await linkLog(world, { waits: true })
  expect((await owner.query('select from activity_chains where workspace_id = $1', [workspace])).rowCount).toBe(0)
  expect((await verdict()).logs).toEqual({
    northgate: expect.stringMatching(/The entire log or its chain was removed/),
  })
  await checkpoint(world)
  expect([...alarmsOf(world).keys()]).toEqual(['log'])
  const ready = await app.inject('/health/ready')
  expect(ready.json()).toMatchObject({
    status: 'ready',
    notes: [expect.stringMatching(/activity log needs your attention/)],
  })
  expect((await app.inject('/metrics')).body).toContain('claviger_alarms{kind="log"} 1')
})

test('a chain whose register entry is also deleted never restarts', async () => {
  await dropChain(workspace)
  await owner.query('delete from log_register_chains where chain = $1', [workspace])
  await linkLog(world, { waits: true })
  expect((await verdict()).register).toMatch(/The entry of the log of northgate was removed/)
  await owner.query('delete from log_register where chain = $1', [workspace])
  await owner.query("update activity_linking set linked_below = '0', all_below = '0'")
  await logged()
  await linkLog(world, { waits: true })
  expect((await verdict()).register).toMatch(/of the register of logs was removed/)
})

test('a register restored from an older copy, with or without its chains, contradicts an exported checkpoint', async () => {
  await copyOf('older')
  await logged()
  await linked()
  clock.forward(minutes(11))
  await checkpoint(world)
  const sent = newestKnown(world)
  expect(await verdict(sent)).toEqual(whole)
  await putBack('older')
  expect((await verdict()).register).toMatch(/replaced by an older copy/)
  await checkpoint(world)
  expect(alarmsOf(world).has('log')).toBe(true)
  await rm(file)
  expect((await verdict(sent)).register).toMatch(/replaced by an older copy/)
})

test('a chain restored from a copy older than its last checkpoint is detected without the file', async () => {
  await copyOf('older')
  for (let n = 0; n < 3; n++) await logged()
  await linked()
  await checkpoint(world, { now: true })
  await rm(file)
  await putBack('older', ['activities', 'activity_links', 'activity_chains', 'activity_seals'])
  await logged()
  await linkLog(world, { waits: true })
  expect((await verdict()).logs['northgate']).toMatch(/does not continue from position 8/)
  await checkpoint(world, { now: true })
  expect(alarmsOf(world).has('log')).toBe(true)
  expect((await verdict()).logs['northgate']).toMatch(/does not continue from position 8/)
})

test('the removal of a whole log with its chain is detected', async () => {
  await dropChain(workspace)
  await owner.query('delete from activities where workspace_id = $1', [workspace])
  expect((await verdict()).logs).toEqual({ northgate: expect.stringMatching(/The entire log/) })
})

test('after the register, the chains, and the file are lost, older lines are reported as unproven', async () => {
  clock.forward(minutes(60))
  for (const table of ['log_register', 'log_register_chains', 'activity_links', 'activity_chains', 'activity_seals'])
    await owner.query(`truncate ${table}`)
  await owner.query("update log_register_head set position = 0, hash = decode(repeat('00', 32), 'hex'), seal = null")
  await owner.query("update activity_linking set linked_below = '0', all_below = '0'")
  const sent = await readFile(file, 'utf8')
  await beginRegister(world)
  await linked()
  expect((await verdict()).register).toMatch(/replaced by an older copy|rewritten/)
  await rm(file)
  const left = await verdict()
  for (const slug of ['northgate', 'southgate']) expect(left.logs[slug]).toMatch(/later than this workspace/)
  expect((await verdict(sent)).register).toMatch(/replaced by an older copy|rewritten/)
})

test('a lost register is never restarted while chains exist', async () => {
  await owner.query('truncate log_register, log_register_chains')
  await owner.query("update log_register_head set position = 0, hash = decode(repeat('00', 32), 'hex'), seal = null")
  await beginRegister(world)
  expect(alarmsOf(world).has('log')).toBe(true)
  const found = await verdict()
  expect(found.register).toBe('The register of logs was removed')
  expect(Object.keys(found.logs)).toEqual(['northgate', 'southgate'])
})

test('two swapped logs are both detected', async () => {
  for (const table of ['activity_links', 'activity_seals', 'activities', 'activity_chains']) {
    await owner.query(
      `create temp table swap as select * from ${table} where workspace_id in ('${workspace}', '${elsewhere}')`,
    )
    await owner.query(
      `update swap set workspace_id = case workspace_id when '${workspace}' then '${elsewhere}'::uuid else '${workspace}' end`,
    )
    await owner.query(`delete from ${table} where workspace_id in ('${workspace}', '${elsewhere}')`)
    await owner.query(`insert into ${table} select * from swap; drop table swap`)
  }
  expect(Object.keys((await verdict()).logs)).toEqual(['northgate', 'southgate'])
})

test('hashes and a seal protect the lines, the entries, and the end of the register', async () => {
  await copyOf('good')
  for (const [statement, says] of [
    ["update log_register set at = at - interval '1 hour' where position = 1", /Line 1 .* does not match its hash/],
    ['update log_register_chains set noted_position = 1', /entries of the register of logs were changed/],
    ["update log_register_chains set genesis = sha256('x')", /contains two different starts/],
    ['update log_register_head set sealed_at = now()', /does not match its seal/],
    ['delete from log_register where position = (select max(position) from log_register)', /does not match its seal/],
  ] as const) {
    await owner.query(statement)
    expect((await verdict()).register, statement).toMatch(says)
    await putBack('good', ['log_register', 'log_register_chains', 'log_register_head'])
    expect(await verdict(), statement).toEqual(whole)
  }
})

test('an altered checkpoint, and one of another installation, is recognized as not ours', async () => {
  const sent = newestKnown(world) ?? ''
  expect(await verdict(sent)).toEqual(whole)
  const altered = sent.replace(
    /\.(\d+)\.([\w-]+)$/,
    (_, at: string, signature: string) => `.${Number(at) + 1}.${signature}`,
  )
  expect((await verdict(altered)).register).toMatch(/did not sign/)
  const said = sent.slice(0, sent.lastIndexOf('.'))
  const signed = signingKeyOf(randomBytes(32)).sign(said)
  expect((await verdict(`${said}.${signed}`)).register).toMatch(/did not sign/)
})

test('a checkpoint is written only after a change and ten minutes, and the file is append-only', async () => {
  const lines = async () => (await readFile(file, 'utf8')).trim().split('\n')
  const before = await lines()
  await checkpoint(world)
  clock.forward(minutes(11))
  await checkpoint(world)
  expect(await lines()).toEqual(before)
  await logged()
  await linked()
  await checkpoint(world)
  expect((await lines()).slice(0, -1)).toEqual(before)
  expect(await verdict()).toEqual(whole)
})

test('owners are emailed the state of their log at the configured interval', async () => {
  const mailed = async () => (await owner.query("select from jobs.job where name = 'mail'")).rowCount ?? 0
  const on = (logCheckpointMail: 'never' | 'weekly' | 'daily', day: string) =>
    mailCheckpoints.work(
      Object.assign(Object.create(world) as typeof world, {
        config: { ...world.config, logCheckpointMail },
        clock: { now: () => new Date(`${day}T06:17:00Z`) },
      }),
      {},
    )
  const before = await mailed()
  await on('never', '2026-11-23')
  await on('weekly', '2026-11-24')
  expect(await mailed()).toBe(before)
  await on('weekly', '2026-11-23')
  const { subject } = await mailTo(given.owner.email)
  expect(subject).toBe('Activity log checkpoint of northgate')
  const [letter] = (await outboxMails(world)).filter(one => one.to === given.owner.email)
  const words = letter?.paragraphs.join('\n') ?? ''
  const [, sent] = /(claviger-log-1\S+)/.exec(words) ?? []
  expect(await verdict(sent)).toEqual(whole)
  const { rows } = await owner.query<{ place: string }>(
    "select position || ':' || encode(hash, 'hex') as place from activity_chains where workspace_id = $1",
    [workspace],
  )
  expect(words).toContain(rows[0]?.place)
  const weekly = await mailed()
  await on('daily', '2026-11-24')
  expect(await mailed()).toBeGreaterThan(weekly)
})
