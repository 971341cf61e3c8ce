import { provisioning } from '@claviger/contract/directories/provisioning'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addCrowd } from '#test/people/crowd.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { provisionTarget } from '#test/api/provisioned.ts'
import { scimProvider } from '#test/emulators/scim-provider.ts'
import { loopback } from '#test/app/loopback.ts'

const folder = process.env['SCIM2_TESTER'] ?? ''
const home = await startTestApp(loopback)
const bearer = 'a-token-of-a-foreign-server'

async function foreign() {
  const port = randomInt(10_000, 32_000)
  const words = ['-m', 'scim2_server.testserver.cli', '--port', String(port), '--bearer-token', bearer]
  const child = spawn('python3', words, { env: { ...process.env, PYTHONPATH: folder }, stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}/v2`
  const ask = async (path: string) => {
    const answer = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
    return (await answer.json()) as { totalResults: number; Resources: Record<string, unknown>[] }
  }
  for (let waited = 0; waited < 20_000; waited += 100) {
    const answers = await ask('/ServiceProviderConfig').catch(() => undefined)
    if (answers) return { address, ask, stop: () => child.kill('SIGKILL') }
    await sleep(100)
  }
  throw new Error('scim2-server did not start')
}

test.skipIf(!existsSync(join(folder, 'scim2_server')))(
  'a third-party SCIM server receives users, groups, and changes',
  async () => {
    const there = await foreign()
    const none = await scimProvider()
    await none.close()
    const { assigned, change, owner, save, settle, state, turnOn } = provisionTarget(home, none)
    const { addGroup, suspend } = testData(home)
    try {
      const people = await addCrowd(home, 'Ward', 20)
      const group = await addGroup('Ward', people)
      const id = await assigned({ groups: [group] })
      await save(id, { address: there.address, token: bearer, groups: 'assigned', atEnd: 'delete' })
      expect(await (await owner()).tell(provisioning.check, { id })).toMatchObject({ ok: true, lacks: [] })
      await turnOn(id)
      await settle(id)
      const [first = '', second = '', third = ''] = people
      await change(first, { lastName: 'Renamed', phoneNumber: { countryCode: '+41', mobileNumber: '441234567' } })
      await suspend(second)
      await settle(id)
      await change(first, { lastName: 'Renamed', phoneNumber: null })
      await testData(home).remove(third)
      await settle(id)
      expect(await state(id)).toMatchObject({ people: { told: 19, waiting: 0, refused: 0 }, groupsToldOf: { told: 1 } })
      const { Resources: all } = await there.ask('/Users?count=100')
      expect(all).toHaveLength(19)
      expect(all.filter(one => one['active'] === false)).toMatchObject([{ externalId: second }])
      const { Resources: groups } = await there.ask('/Groups')
      const members = ((groups[0]?.['members'] ?? []) as { value: string }[]).map(one => one.value)
      expect(members).toEqual(expect.arrayContaining(all.map(one => one['id'])))
      await (await owner()).tell(provisioning.look, { id })
      await settle(id)
      expect((await state(id))?.look).toMatchObject({ state: 'done', missing: 0, differs: 0, strangers: 0, same: 20 })
    } finally {
      there.stop()
    }
  },
)
