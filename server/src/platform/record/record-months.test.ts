import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner } from '#test/app/plans.ts'
import { days, later } from '../clock.ts'
import { newIdAt } from '../ids.ts'
import { monthsOver } from './record-months.ts'
import { queriesOn } from '../db/db.ts'

const { given, world, clock } = await startTestApp()

const logged = async (at: Date) => {
  const id = newIdAt(at)
  await world.superPool.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name) values ($1, $2, $3, 'change', 'user.updated', 1, 'Ada')`,
    [given.owner.workspace, id, at],
  )
  return id
}
const partOf = async (id: string) =>
  (
    await world.superPool.query<{ part: string }>(
      'select tableoid::regclass::text as part from activities where id = $1',
      [id],
    )
  ).rows[0]?.part
const monthOf = (at: Date) => `activities_${at.toISOString().slice(0, 7).replace('-', '_')}`
const make = (since: Date, until: Date) => world.superPool.query('select make_log_months($1, $2)', [since, until])

test('a line is stored in its month, or in the rest partition if the month has none', async () => {
  const now = clock.now()
  expect(await partOf(await logged(now))).toBe(monthOf(now))
  expect(await partOf(await logged(later(now, days(40))))).toBe(monthOf(later(now, days(40))))
  for (const far of [later(now, days(3000)), new Date(1000)])
    expect(await partOf(await logged(far))).toBe('activities_rest')
})

test('a month with lines in the rest partition is skipped, and other months are created', async () => {
  const [far, farther] = [later(clock.now(), days(1000)), later(clock.now(), days(1100))]
  const early = await logged(far)
  await make(far, farther)
  expect(await partOf(early)).toBe('activities_rest')
  expect(await partOf(await logged(far))).toBe('activities_rest')
  expect(await partOf(await logged(farther))).toBe(monthOf(farther))
  expect(
    (await monthsOver(queriesOn(query => world.superPool.query(query), 'all workspaces'))).map(month => month.name),
  ).not.toContain(monthOf(farther))
})

test.each(['claviger_app', 'claviger_unit', 'claviger_super'])(
  '%s has access only to the whole table, not to a partition',
  async role => {
    const part = monthOf(clock.now())
    for (const ask of [`select from ${part}`, `insert into ${part} default values`, 'delete from activities_rest'])
      await expect(
        asOwner(world, `set role ${role}; set app.workspace = '${given.owner.workspace}'; ${ask}`),
      ).rejects.toThrow(/permission denied/)
  },
)
