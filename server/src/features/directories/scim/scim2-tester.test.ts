import { scim } from '@claviger/contract/directories/scim'
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { freePort } from '#test/emulators/apache.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'

const port = await freePort()
const home = await startTestApp({ PUBLIC_URL: `http://localhost:${port}` })

interface Found {
  status: string
  title: string
  of: string | null
  reason: string | null
}

async function judge(base: string, token: string): Promise<Found[]> {
  const script = new URL('../../../../test/conformance/scim2-judge.py', import.meta.url).pathname
  const program = spawn('python3', [script, base, token], {
    env: { ...process.env, PYTHONPATH: process.env['SCIM2_TESTER'] ?? '' },
  })
  let [out, errors] = ['', '']
  program.stdout.on('data', text => (out += String(text)))
  program.stderr.on('data', text => (errors += String(text)))
  const code = await new Promise<number | null>(ended => program.on('close', ended))
  if (code !== 0) throw new Error(errors)
  return JSON.parse(out) as Found[]
}

const own = 'urn:ietf:params:scim:schemas:extension:claviger:2.0:User'
/**
 * False positives of the tester: it expects to read back write-only attributes of our extension, and sets the
 * immutable ID a second time (RFC 7643 §2.2, "writeOnly" and "immutable").
 */
const isItsOwn = ({ status, reason }: Found) =>
  status === 'ERROR' &&
  (reason?.startsWith(`PATCH modify() returned unexpected value for '${own}'`) === true ||
    reason?.startsWith(`Failed to add attribute '${own}:immutable_id'`) === true)

/** An account is active or not, so a client that removes `active` states nothing about access, and none changes. */
const isDecided = ({ reason }: Found) => reason === "PATCH modify() did not remove attribute 'active'"

test.skipIf(process.env['SCIM2_TESTER'] === undefined)(
  'scim2-tester reports no errors',
  { timeout: 120_000 },
  async () => {
    await home.app.listen({ port, host: '127.0.0.1' })
    const { id, token } = await scimConnection(home, 'Judged')
    const owner = home.as((await home.given.session(home.given.owner)).accessToken)
    await owner.tell(scim.update, { id, brakePeople: 1000 })
    const found = await judge(`http://localhost:${port}/api/scim/v2`, token)
    const passed = found.filter(one => one.status === 'SUCCESS')
    expect(found.filter(one => one.status !== 'SUCCESS' && !isItsOwn(one) && !isDecided(one))).toEqual([])
    expect(found.filter(isItsOwn).length).toBeLessThanOrEqual(3)
    expect(passed.length).toBeGreaterThan(100)
  },
)
