import { type PolicyContent, PolicyContent as Content } from '@claviger/contract/decide/policy-content'
import { simulations } from '@claviger/contract/rules/simulations'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days, later, minutes } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import { resumeReplays } from './simulations.jobs.ts'

const { as, given, world, clock } = await startTestApp()
const { workspace } = given.owner
const caller = as(given.owner.accessToken)

const draft = (more: object): { _id: null; content: PolicyContent } => ({
  _id: null,
  content: z.parse(Content, { name: 'Draft', priority: 1, action: 0, ...more }),
})

interface Use {
  facts: object
  at?: Date
  allowed?: boolean
  more?: object
}

async function used(uses: readonly Use[], where = workspace): Promise<string[]> {
  const rows = uses.map(({ facts, allowed = true, more, at = later(clock.now(), -minutes(1)) }) => ({
    id: newIdAt(at),
    at,
    decision: { policy: null, version: 0, set: 0, allowed, facts, ...more },
  }))
  await world.superPool.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_id, actor_name, decision)
     select $1, id, at, 'use', 'access-key.used', 1, null, 'Somebody', decision
     from jsonb_to_recordset($2::jsonb) line(id uuid, at timestamptz, decision jsonb)`,
    [where, JSON.stringify(rows)],
  )
  return rows.map(({ id }) => id)
}

let sites = 0
const site = () => `site-${++sites}.example`

type Input = Parameters<typeof caller.tell<typeof simulations.replay>>[1]
async function replayed(input: Omit<NonNullable<Input>, 'days'> & { days?: number }, by = caller) {
  const { id } = await by.tell(simulations.replay, { days: 1, ...input })
  await expect.poll(async () => (await by.tell(simulations.replayed, { id })).state, { timeout: 30_000 }).toBe('done')
  return by.tell(simulations.replayed, { id })
}

test('changed decisions are counted by user, site, and hour, and the newest are shown', async () => {
  const [rp, other] = [site(), site()]
  const at = new Date(Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000 - 3_600_000)
  const lines = await used([
    { facts: { user: given.user.id, rp }, at },
    { facts: { user: given.user.id, rp }, at: later(at, 1000) },
    { facts: { user: given.readOnly.id, rp: `mail.${rp}` }, at: later(at, 2000) },
    { facts: { user: given.readOnly.id, rp }, allowed: false, at: later(at, 3000) },
    { facts: { user: given.user.id, rp: other }, at },
  ])
  const found = await replayed({ drafts: [draft({ rpRestriction: { values: [rp] } })] })
  expect(found).toMatchObject({
    nowRefused: 3,
    byPerson: [
      { id: given.user.id, name: given.user.name, events: 2 },
      { id: given.readOnly.id, name: given.readOnly.name, events: 1 },
    ],
    bySite: [
      { site: rp, events: 2 },
      { site: `mail.${rp}`, events: 1 },
    ],
  })
  expect(found.byHour[at.getUTCHours()]).toBe(3)
  expect(found.byHour.reduce((sum, one) => sum + one)).toBe(3)
  expect(found.sample.map(one => one.activity)).toEqual([lines[2], lines[1], lines[0]])
  expect(found.sample[0]).toMatchObject({ person: given.readOnly.name, site: `mail.${rp}`, was: true, would: false })
  expect(found.looked).toBe(found.total)
  expect(found.same).toBe(found.total - found.nowRefused - found.nowAllowed - found.undecidable)
})

test('a decision that depends on an unrecorded fact is undecidable', async () => {
  const rp = site()
  const group = '00000000-0000-4000-8000-000000000011'
  await used([
    { facts: { user: given.user.id, rp } },
    { facts: { user: given.user.id, rp, groups: [group] } },
    { facts: { user: given.user.id, rp, groups: [given.user.id] } },
    // No matter which groups, the site doesn't match
    { facts: { user: given.user.id, rp: site() } },
  ])
  const rpRestriction = { values: [rp] }
  const blocks = draft({ groups: [group], rpRestriction })
  expect(await replayed({ drafts: [blocks] })).toMatchObject({ nowRefused: 1, undecidable: 1 })
  // The following policies decide the same for users matching the first
  const all = draft({ name: 'All', priority: 2, rpRestriction })
  expect(await replayed({ drafts: [blocks, all] })).toMatchObject({ nowRefused: 3, undecidable: 0 })
  const exempt = draft({ groups: [group], action: 1, rpRestriction })
  expect(await replayed({ drafts: [exempt, all] })).toMatchObject({ nowRefused: 1, undecidable: 1 })
})

test('an exempt administrator sign-in stays allowed, and a refused sign-in can become allowed', async () => {
  const rp = site()
  const { id: user, workspace: elsewhere, accessToken } = given.ownerElsewhere
  const there = as(accessToken)
  await used(
    [
      { facts: { user, rp }, more: { exempt: true } },
      { facts: { user, rp }, allowed: false },
    ],
    elsewhere,
  )
  const rpRestriction = { values: [rp] }
  expect(await replayed({ drafts: [draft({ rpRestriction })] }, there)).toMatchObject({ nowRefused: 0 })
  const found = await replayed({ drafts: [draft({ action: 1, rpRestriction })] }, there)
  expect(found).toMatchObject({ nowRefused: 0 })
  expect(found.bySite).toContainEqual({ site: rp, events: 1 })
  expect(found.sample).toContainEqual(expect.objectContaining({ site: rp, was: false, would: true }))
})

test('a replay reads only the chosen days and no later entries', async () => {
  const rp = site()
  await used([
    { facts: { rp }, at: later(clock.now(), -days(2)) },
    { facts: { rp }, at: later(clock.now(), -days(0.5)) },
    { facts: { rp }, at: later(clock.now(), minutes(5)) },
  ])
  const drafts = [draft({ rpRestriction: { values: [rp] } })]
  expect(await replayed({ drafts })).toMatchObject({ nowRefused: 1 })
  expect(await replayed({ drafts, days: 3 })).toMatchObject({ nowRefused: 2 })
})

test('a long replay runs in slices, and a canceled one stops', async () => {
  const rp = site()
  await used(
    Array.from({ length: 2500 }, (_, at) => ({ facts: { rp, user: at % 2 ? given.user.id : given.owner.id } })),
  )
  const drafts = [draft({ rpRestriction: { values: [rp] } })]
  expect(await replayed({ drafts })).toMatchObject({ nowRefused: 2500 })
  const { id } = await caller.tell(simulations.replay, { drafts, days: 1 })
  const { state } = await caller.tell(simulations.cancelReplay, { id })
  expect(['cancelled', 'done']).toContain(state)
  await expect.poll(async () => (await caller.ask(simulations.replayed, { id })).body).toMatchObject({ state })
})

test('a replay whose process stopped resumes where it was, and counts no entry twice', async () => {
  const rp = site()
  const lines = await used(Array.from({ length: 40 }, () => ({ facts: { rp } })))
  const found = await replayed({ drafts: [draft({ rpRestriction: { values: [rp] } })] })
  expect(found).toMatchObject({ nowRefused: 40 })
  // As if the process died after storing the newer half
  await world.superPool.query(
    `update policy_replays set state = 'running', next = $2, looked = 20, now_refused = 20,
       touched_at = now() - interval '1 minute' where id = $1`,
    [found.id, lines[20]],
  )
  await world.superPool.query('update policy_replay_counts set events = 20 where replay_id = $1 and name = $2', [
    found.id,
    rp,
  ])
  await resumeReplays.work(world, {})
  const again = await caller.tell(simulations.replayed, { id: found.id })
  expect(again).toMatchObject({ state: 'done', nowRefused: 40, looked: found.looked })
  expect(again.bySite).toContainEqual({ site: rp, events: 40 })
})

test('a deleted policy cannot be replayed, and other workspaces cannot see our replays', async () => {
  const gone = { ...draft({}), _id: given.user.id }
  expect((await caller.ask(simulations.replay, { drafts: [gone], days: 1 })).status).toBe(404)
  const { id } = await replayed({ drafts: [draft({ rpRestriction: { values: [site()] } })] })
  expect((await as(given.ownerElsewhere.accessToken).ask(simulations.replayed, { id })).status).toBe(404)
  expect((await as(given.ownerElsewhere.accessToken).ask(simulations.cancelReplay, { id })).status).toBe(404)
})
