import { connections } from '@claviger/contract/directories/connections'
import { type SyncRow, type SyncRun, syncs } from '@claviger/contract/directories/syncs'
import { expect, test } from 'vitest'
import { random } from '#test/emulators/random-directories.ts'
import { directories, plainMapping } from '#test/api/directories.ts'
import { fakeSource } from '#test/emulators/fake-source.ts'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { as, given } = home
const { add } = directories(home)
const ldap = fakeSource(6)
const okta = fakeSource(2)
const admin = async () => as((await given.session(given.administrator)).accessToken)

async function run(connection: string, dry: boolean): Promise<SyncRun> {
  return ended((await (await admin()).tell(syncs.begin, { connection, dry })).id)
}

async function ended(id: string): Promise<SyncRun> {
  const caller = await admin()
  for (let tries = 0; tries < 400; tries++) {
    const now = await caller.tell(syncs.get, { id })
    if (now.finishedAt !== null || now.state === 'braked') return now
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('the run does not end')
}

/** Losing all groups always needs an approval. */
async function agreed(stopped: SyncRun): Promise<SyncRun> {
  if (stopped.state !== 'braked') return stopped
  const { leaving, suspended, unmanaged } = stopped.counts
  const owner = as((await given.session(given.owner)).accessToken)
  await owner.tell(syncs.agree, { id: stopped.id, leaving: leaving + suspended + unmanaged })
  return ended(stopped.id)
}

async function rowsOf({ id }: SyncRun): Promise<SyncRow[]> {
  const caller = await admin()
  const all: SyncRow[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await caller.tell(syncs.rows, { id, page, pageSize: 100 })
    all.push(...items)
    if (all.length >= total) return all
  }
}

const planned = ({ doing, plan, anchor, fields }: SyncRow) => ({ doing, plan, anchor, fields })
const isRefused = ({ outcome }: SyncRow) => outcome === 'refused'

test.each([1, 2, 3, 4])('counts and lists exactly what the run does (generated directory %i)', async seed => {
  const made = { mapping: plainMapping }
  const [one, two] = [
    await add({ kind: 6, name: `Generated ${seed}`, ...made }),
    await add({ kind: 2, name: `Other ${seed}`, ...made }),
  ]
  const brake = { people: 10_000, percent: 100, changesPercent: 100 }
  for (const { id } of [one, two]) await (await admin()).tell(connections.update, { id, brake })
  const next = random(seed)
  for (let round = 0; round < 5; round++) {
    next.change(ldap, `l${seed}`)
    next.change(okta, `o${seed}`)
    for (const { id } of [one, two]) {
      const preview = await run(id, true)
      const foreseen = await rowsOf(preview)
      const real = await agreed(await run(id, false))
      const done = await rowsOf(real)
      const where = `seed ${seed}, round ${round}`
      expect(real.counts, where).toEqual(preview.counts)
      expect(done.map(planned), where).toEqual(foreseen.map(planned))
      expect(
        done.filter(isRefused).map(row => [row.doing, row.anchor, row.reason]),
        where,
      ).toEqual(foreseen.filter(row => row.reason !== null).map(row => [row.doing, row.anchor, row.reason]))
      expect(real.succeeded, where).toBe(foreseen.filter(row => row.reason === null).length)
      const again = await run(id, true)
      // A User ID that was taken can be free once the user who had it has left
      const waiting = foreseen.filter(row => row.reason === 'taken').length
      expect(again.counts, where).toMatchObject({ changed: 0, leaving: 0, suspended: 0, back: 0 })
      expect(again.counts.added, where).toBeLessThanOrEqual(waiting)
      // A name that was taken can be free once the group that had it has ended
      const isWaiting = again.counts.added > 0 || foreseen.some(row => row.reason === 'group-name-taken')
      if (!isWaiting) expect(again.counts, where).toMatchObject({ groups: 0, groupsLeaving: 0, memberships: 0 })
    }
  }
})
