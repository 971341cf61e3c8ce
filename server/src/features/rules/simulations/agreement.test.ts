import { PolicyContent as Content } from '@claviger/contract/decide/policy-content'
import { activity } from '@claviger/contract/oversight/activity'
import { simulations } from '@claviger/contract/rules/simulations'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { putPolicies, type PolicyDraft } from '#test/api/policies.ts'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'

const home = await startTestApp()
const { as, given } = home
const reader = as(await registerReader(home))
const PIN = '274936'
const owner = async () => as((await given.session(given.owner)).accessToken)

async function tapper(name: string, site: string, number: number) {
  const user = await given.addUser('Agreeing', name)
  const cardId = (0x0e000000 + number).toString(16).padStart(8, '0')
  await assignCard(home, user, cardId, PIN)
  const card = cardAt(reader, cardId)
  card.tap()
  const made = await card.make({
    token: await card.token(PIN, pinPermissions.make, site),
    rp: { id: site, name: 'Site' },
  })
  const { id } = readData(made.body.get(2) as Uint8Array)
  const use = async () => {
    card.tap()
    return (
      (await card.get({ rpId: site, allow: [id], token: await card.token(PIN, pinPermissions.get, site) })).status === 0
    )
  }
  return { user, use }
}

test('enforcement, the simulator, and a replay decide the same on the same facts', async () => {
  await putPolicies(home, [])
  const group = await testData(home).addGroup('Agreeing', [])
  const people = [
    await tapper('First', 'login.agree.example', 1),
    await tapper('Second', 'agree.example', 2),
    await tapper('Third', 'other.example', 3),
  ]
  const sets: PolicyDraft[][] = [
    [{ rpRestriction: { values: ['agree.example'] } }],
    [
      { action: 1, rpRestriction: { values: ['login.agree.example'] } },
      { rpRestriction: { values: ['agree.example'] } },
    ],
    [
      { groups: [group] },
      { action: 1, users: [people[2]?.user ?? ''], ipRestriction: { values: ['127.0.0.0/8'] } },
      {},
    ],
    [{ action: 1, demands: { pin: true } }],
    [{ ipRestriction: { values: ['10.0.0.0/8'] } }, { locationRestriction: { countries: ['DE'], unknown: false } }],
  ]
  let looked = 0
  for (const [place, written] of sets.entries()) {
    const caller = await owner()
    const content = written.map((one, at) =>
      z.parse(Content, { name: `Policy ${at}`, priority: 10 * (at + 1), action: 0, ...one }),
    )
    const drafts = content.map(one => ({ _id: null, content: one }))
    await putPolicies(home, written)
    for (const { user, use } of people) {
      home.clock.forward(61_000)
      const enforced = await use()
      const { items } = await caller.tell(activity.list, {
        user,
        action: ['security-key.refused', 'security-key.signed-in'],
        pageSize: 1,
      })
      const [line] = items
      expect(line?.decision?.allowed, `set ${place}`).toBe(enforced)
      const { facts } = await caller.tell(simulations.factsOf, { activity: line?.id ?? '' })
      const simulated = await caller.tell(simulations.simulate, { facts })
      expect([simulated.allowed, simulated.policy], `set ${place}`).toEqual([enforced, line?.decision?.policy])
      await putPolicies(home, [])
      expect((await caller.tell(simulations.simulate, { facts, drafts })).allowed, `set ${place}`).toBe(enforced)
      await putPolicies(home, written)
      looked++
    }
    const { id } = await caller.tell(simulations.replay, { drafts: [], days: 1 })
    await expect
      .poll(async () => (await caller.tell(simulations.replayed, { id })).state, { timeout: 30_000 })
      .toBe('done')
    const found = await caller.tell(simulations.replayed, { id })
    // No line of this set changes sides; lines of earlier sets may
    const recent = new Set(found.sample.map(one => one.activity))
    const { items } = await caller.tell(activity.list, {
      action: ['security-key.refused', 'security-key.signed-in'],
      pageSize: 3,
    })
    expect(
      items.filter(one => recent.has(one.id)),
      `set ${place}`,
    ).toEqual([])
    expect(found.looked).toBeGreaterThanOrEqual(looked)
    // No policy asked for groups before; the third user's lines depend on them
    const asked = written.some(one => one.groups !== undefined)
    expect(found.undecidable, `set ${place}`).toBe(asked ? 1 + place : 0)
    for (const one of found.sample) {
      const { facts } = await caller.tell(simulations.factsOf, { activity: one.activity })
      expect((await caller.tell(simulations.simulate, { facts })).allowed, `set ${place}`).toBe(one.would)
    }
  }
}, 120_000)
