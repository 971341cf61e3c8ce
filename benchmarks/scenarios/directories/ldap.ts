import { setTimeout as sleep } from 'node:timers/promises'
import { ldif } from '../../../server/test/people/odd-people.ts'
import { slapdBase, slapdReader, startSlapd } from '../../../server/test/emulators/slapd.ts'
import { measureBeside } from '../../beside.ts'
import { atLeast, atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { makeTenant, signedIn, type Tenant, waitUntil } from '../../tenant.ts'

const people = 100_000
const changes = 1000
/** Milliseconds until a timestamp of the directory counts as final: see ldap-changes.ts of the reader. */
const settling = 125_000

interface Run {
  id: string
  state: string
  total: number
  counts: { seen: number; added: number; changed: number }
}

/** 100,000 users in slapd: a first import, a run without changes, and a run with a thousand changes. */
export async function ldapSync(stage: Stage): Promise<Row[]> {
  const slapd = await startSlapd(Array.from({ length: people }, (_, at) => person(at)).join(''))
  try {
    let tenant = await makeTenant(stage, 'ldap')
    const connection = await connect(tenant, slapd.port)
    const run = (expected: Partial<Run['counts']>) => timed(() => ran(tenant, connection, expected))
    let [first, again, some] = [0, 0, 0]
    const felt = await measureBeside(stage, async () => {
      first = await run({ added: people })
      await sleep(settling)
      tenant = await signedIn(stage, 'ldap', 'owner@ldap.example')
      again = await run({ seen: people, added: 0, changed: 0 })
      const lines = Array.from(
        { length: changes },
        (_, at) => `dn: uid=p${at * 90},${slapdBase}\nchangetype: modify\nreplace: sn\nsn: Changed ${at}\n`,
      )
      slapd.modify(lines.join('\n'))
      some = await run({ changed: changes })
    })
    return [
      atLeast('ldap', `first import of ${people} people`, people / first, 'rows/s', 2000),
      atMost('ldap', 'second run without a change', again, 's', 20),
      atMost('ldap', `${changes} changes`, some, 's', 5),
      atMost('ldap', `others meanwhile, p99 of ${felt.calls} calls`, felt.p99, 'ms', 50),
      atMost('ldap', 'memory of the server above before', felt.memory, 'MB', 120),
    ]
  } finally {
    await slapd.stop()
  }
}

const person = (at: number) =>
  ldif(`uid=p${at},${slapdBase}`, {
    objectClass: 'inetOrgPerson',
    uid: `p${at}`,
    cn: `Person ${at}`,
    givenName: 'Person',
    sn: `Number ${at}`,
    mail: `p${at}@ldap.example`,
    employeeNumber: `L${at}`,
  })

async function connect(tenant: Tenant, port: number): Promise<string> {
  const { id } = await tenant.ask<{ id: string }>('PUT', '/administrator/ad', {
    name: 'slapd',
    ldapUrl: `ldap://127.0.0.1:${port}`,
    plain: true,
    baseDn: slapdBase,
    username: slapdReader.dn,
    password: slapdReader.password,
    personFilter: '(objectClass=inetOrgPerson)',
    groupFilter: '',
  })
  const reach = { roles: [], touchesRank: false, privateHosts: ['127.0.0.1'] }
  await tenant.ask('POST', `/administrator/directories/connections/${id}/approve`, reach)
  return id
}

async function ran(tenant: Tenant, connection: string, expected: Partial<Run['counts']>): Promise<void> {
  const { id } = await tenant.ask<Run>('POST', '/administrator/tokens/serviceProvider', { type: 6, connection })
  const look = () => tenant.ask<Run>('GET', `/administrator/workspace/syncs/${id}`)
  const done = await waitUntil(look, ({ state }) => !['reading', 'applying'].includes(state), 100)
  const counts = Object.entries(expected).every(([name, many]) => done.counts[name as keyof Run['counts']] === many)
  if (done.state !== 'done' || !counts) throw new Error(`the run ended so: ${JSON.stringify(done)}`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}
