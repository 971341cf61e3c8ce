// Every change leaves a log line: all calls and jobs in all tests are checked. This test proves that the check
// works.
import { account } from '@claviger/contract/access/account'
import { apiKeys } from '@claviger/contract/connect/api-keys'
import { get, post, feature } from '@claviger/contract/platform/endpoint'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import fastify from 'fastify'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { workspaceOf } from '../../src/platform/db/transaction.ts'
import type { JobKind } from '../../src/platform/jobs.ts'
import { record } from '../../src/platform/record/record.ts'
import type { TransactionContext } from '../../src/platform/app-context.ts'
import { bind, withoutTransaction } from '../../src/http/bind.ts'
import { AcceptedPrograms } from '../../src/http/limits/known-callers.ts'
import { openLimits } from '../../src/http/limits/limits.ts'
import { serveHttp } from '../../src/http/http-server.ts'
import { startTestApp } from './test-app.ts'

const recording = vi.hoisted(() => ({ taken: false }))
vi.mock('../../src/platform/record/record.ts', async original => {
  const real = await original<{ record: typeof record }>()
  const either: typeof record = (ctx, entry) => (recording.taken ? Promise.resolve() : real.record(ctx, entry))
  return { ...real, record: either }
})

const { as, given, world, silent } = await startTestApp()
const owner = as(given.owner.accessToken)

beforeEach(() => {
  recording.taken = false
  silent.splice(0)
  return () => {
    silent.splice(0)
  }
})

test.each([
  ['a new group', () => owner.ask(groups.create, { name: 'Night shift' }), /groups.create changed groups/],
  ['a new unit', () => owner.ask(units.create, { name: 'Ward 7' }), /units.create changed organization_units/],
  ['a deleted user', () => owner.ask(users.remove, { id: given.user.id }), /users.remove changed users/],
  [
    'a setting',
    () => owner.ask(workspaceSettings.proximity, { proximity: true }),
    /workspace-settings.proximity changed workspace_settings/,
  ],
  [
    'a new API key',
    () => owner.ask(apiKeys.create, { name: 'CI', type: 0, expiry: 0 }),
    /api-keys.create changed api_keys/,
  ],
])('%s fails if its log line is removed, and passes if it remains', async (_name, ask, says) => {
  recording.taken = true
  expect(await ask()).toMatchObject({ status: 500 })
  expect(silent.splice(0)).toEqual([expect.stringMatching(says)])
  recording.taken = false
  const answer = await ask()
  expect(answer.status).not.toBe(500)
  expect(silent).toEqual([])
})

const icon = (ctx: TransactionContext, name: string) =>
  sql`insert into groups (workspace_id, id, name) values (${workspaceOf(ctx)}, gen_random_uuid(), ${name})`.execute(
    ctx.db,
  )
const nothing = z.object({})
const said = { summary: 'x', input: nothing, reply: nothing, may: 'self' } as const
const madeUp = feature('made-up', {
  silent: post('/made-up/silent', said),
  inside: post('/made-up/function', said),
  reads: get('/made-up/reads', { ...said, changes: true }),
  excused: post('/made-up/excused', { ...said, silent: 'A test asks for it' }),
  recorded: post('/made-up/recorded', said),
  outside: post('/made-up/integrations', said),
  refused: post('/made-up/refused', said),
})

async function madeUpApp() {
  const app = fastify()
  app.setErrorHandler((_error, _request, reply) => reply.code(500).send({}))
  const write = async (ctx: TransactionContext) => {
    await icon(ctx, `${Math.random()}`)
    return {}
  }
  const bound = bind(madeUp, {
    silent: write,
    // The statement itself contains no write keyword
    inside: async ctx => {
      await sql`do $$ begin execute 'ins' || 'ert into groups (workspace_id, id, name)
        values (current_setting(''app.workspace'')::uuid, gen_random_uuid(), ''Hidden'')'; end $$`.execute(ctx.db)
      return {}
    },
    reads: async ctx => {
      await sql`select count(*) from groups`.execute(ctx.db)
      return {}
    },
    excused: write,
    recorded: async ctx => {
      await write(ctx)
      await record(ctx, { action: 'group.created' })
      return {}
    },
    outside: withoutTransaction(async ctx => {
      await ctx.transact(async inner => record(inner, { action: 'group.created' }))
      await ctx.transact(write)
      return {}
    }),
    refused: async ctx => {
      await write(ctx)
      throw new Error('undone')
    },
  })
  serveHttp(
    app,
    world,
    bound,
    openLimits(world, () => undefined),
    new AcceptedPrograms(world),
  )
  return app
}

test('a call that writes needs a log line or an exemption; a call that reads or is rolled back needs none', async () => {
  const app = await madeUpApp()
  const ask = async (call: keyof typeof madeUp.calls) => {
    const { method, path } = madeUp.calls[call]
    const headers = { authorization: given.owner.accessToken }
    const { statusCode } = await app.inject({ method: method as 'POST', url: path, headers })
    return [statusCode, ...silent.splice(0)]
  }
  const fault = (call: string) => [500, `made-up.${call} changed groups and left no line in the activity log`]
  expect(await ask('silent')).toEqual(fault('silent'))
  expect(await ask('inside')).toEqual(fault('inside'))
  expect(await ask('reads')).toEqual([200])
  expect(await ask('excused')).toEqual([200])
  expect(await ask('recorded')).toEqual([200])
  expect(await ask('outside')).toEqual([200])
  expect(await ask('refused')).toEqual([500])
  await app.close()
})

test('a job follows the same rules as a call', async () => {
  const by = (silence?: JobKind['silent']): JobKind => ({
    name: 'sweep',
    ...(silence && { silent: silence }),
    work: async ({ superPool }) => {
      await superPool.query("update users set last_name = last_name || 'x' where id = $1", [given.user.id])
    },
  })
  const run = (kind: JobKind) =>
    world.auditProbe?.({ name: `job ${kind.name}`, silent: kind.silent }, () => kind.work(world, {}))
  await expect(run(by())).rejects.toThrow('job sweep changed users and left no line in the activity log')
  await run(by({ tables: ['users'], because: 'A test asks for it' }))
  await expect(run(by({ tables: ['groups'], because: 'Another table' }))).rejects.toThrow('job sweep changed users')
})

test('changes to the own account are checked, too', async () => {
  recording.taken = true
  expect(
    (await as(given.readOnly.accessToken).ask(account.updateDetails, { firstName: 'Jana', lastName: 'Novák' })).status,
  ).toBe(500)
})
