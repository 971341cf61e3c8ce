import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, atMost, type Row } from '../../report.ts'
import { type Stage, startServer } from '../../stage.ts'
import { makeTenant, type Tenant, waitUntil } from '../../tenant.ts'

const people = 10_000

interface State {
  gathering: boolean
  people: { told: number; waiting: number; refused: number }
  look: { state: string; same: number; missing: number; differs: number; strangers: number } | null
}

/** Provisions 10,000 users by SCIM to another workspace of the same server, which is killed half-way. */
export async function provisioning(stage: Stage): Promise<Row[]> {
  const here = await makeTenant(stage, 'told-from')
  const there = await makeTenant(stage, 'told-to')
  await stage.admin('seed', '--workspace', 'told-from', '--users', String(people - 1))
  const at = await connect(stage, here, there)
  const state = async () => (await here.ask<{ provisioning: State }>('GET', at)).provisioning
  const half = people / 2
  const begun = performance.now()
  await here.ask('PUT', `${at}/active`, { active: true })
  await waitUntil(state, is => is.people.told >= half, 200)
  const first = (performance.now() - begun) / 1000
  stage.server.process.kill('SIGKILL')
  await sleep(500)
  stage.server = await startServer(stage.env)
  const told = await waitUntil(state, is => is.people.waiting === 0 && !is.gathering, 500)
  await here.ask('POST', `${at}/look`)
  const reading = performance.now()
  const { look } = await waitUntil(state, is => is.look !== null && is.look.state !== 'reading', 200)
  const read = (performance.now() - reading) / 1000
  const wrong = look?.state === 'done' ? look.missing + look.differs + look.strangers + told.people.refused : people
  return [
    atLeast('provisioning', 'people told to our own SCIM server, each searched and added', half / first, '/s', 100),
    atMost('provisioning', 'people lost, doubled or different after a kill -9', wrong, '', 0),
    atLeast('provisioning', 'users compared with existing users', people / read, '/s', 1000),
  ]
}

async function connect(stage: Stage, here: Tenant, there: Tenant): Promise<string> {
  const { id: connection } = await there.ask<{ id: string }>('POST', '/internal/scim', {
    name: 'From',
    preset: 'other',
  })
  const reach = { roles: [], touchesRank: false, privateHosts: [] }
  await there.ask('POST', `/administrator/directories/connections/${connection}/approve`, reach)
  const { token } = await there.ask<{ token: string }>('GET', `/internal/scim/token/${connection}`)
  const oidc = { redirectUris: ['https://wiki.example/'] }
  const { id } = await here.ask<{ id: string }>('POST', '/api/sso/oidc/sp', { name: 'Notified', oidc })
  const everyone = { everyone: true, groups: [], units: [], users: [] }
  await here.ask('PUT', `/api/sso/applications/${id}/assignment`, everyone)
  const at = `/api/sso/applications/${id}/provisioning`
  await here.ask('PUT', at, { address: `${stage.address}/api/scim/v2`, token })
  return at
}
