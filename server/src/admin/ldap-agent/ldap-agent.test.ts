import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { users, userStatus } from '@claviger/contract/people/users'
import { groups } from '@claviger/contract/people/groups'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { operatorSays } from '#test/app/operator.ts'
import { oddSlapdUsers } from '#test/people/odd-people.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'
import { hasSlapd, slapdBase, slapdReader, startSlapd, type Slapd } from '#test/emulators/slapd.ts'
import { receiverAt } from './receiver.ts'

const home = await startTestApp()
const { app, as, given } = home
const admin = as(given.administrator.accessToken)

describe.skipIf(!hasSlapd())('the agent for a directory', () => {
  let slapd: Slapd
  let folder = ''
  let config: { ldap: Record<string, unknown>; scim: object }
  beforeAll(async () => {
    slapd = await startSlapd(oddSlapdUsers(30))
    folder = await mkdtemp(join(tmpdir(), 'claviger-agent-'))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const { token } = await scimConnection(home, 'Agent')
    await writeFile(join(folder, 'token'), `${token}\n`)
    await writeFile(join(folder, 'password'), `${slapdReader.password}\n`)
    config = {
      ldap: {
        urls: [`ldap://127.0.0.1:${slapd.port}`],
        plain: true,
        bases: [slapdBase],
        username: slapdReader.dn,
        passwordFile: 'password',
        personFilter: '(objectClass=inetOrgPerson)',
        groupFilter: '(objectClass=groupOfNames)',
      },
      scim: { url: `http://127.0.0.1:${port}/api/scim/v2`, tokenFile: 'token' },
    }
  })
  afterAll(async () => {
    await slapd.stop()
    await rm(folder, { recursive: true })
  })

  const run = async (ldap: object = {}, ...words: string[]) => {
    await writeFile(join(folder, 'agent.json'), JSON.stringify({ ...config, ldap: { ...config.ldap, ...ldap } }))
    const { code, out } = await operatorSays({}, 'ldap-agent', join(folder, 'agent.json'), '--json', ...words)
    return { code, said: JSON.parse(out) as { people: object; groups: object; error?: string; declined: string[] } }
  }
  const here = async (search: string) => (await admin.tell(users.list, { search })).items[0]

  test('previews changes, provisions users and groups by SCIM, syncs changes, and stops before many leave', async () => {
    const dry = await run({}, '--dry')
    expect(dry.said.people).toMatchObject({ added: 39 })
    expect(await here('comma')).toBeUndefined()
    const first = await run()
    expect(first.said).toMatchObject({
      people: { added: 39, declined: 0 },
      groups: { added: 5, declined: 0 },
      declined: [],
    })
    const all = (await admin.tell(groups.list, { search: 'Outer' })).items
    const inside = await admin.tell(users.list, { group: all[0]?.id })
    expect(inside.items.map(({ userId }) => userId).toSorted()).toEqual(['comma', 'two', 'umlaut'])
    expect((await run()).said).toMatchObject({ people: { unchanged: 39, added: 0 }, groups: { unchanged: 5 } })

    slapd.modify(`dn: cn=Person 1,ou=people,${slapdBase}\nchangetype: modify\nreplace: givenName\ngivenName: Anders\n`)
    slapd.modify(`dn: cn=Person 2,ou=people,${slapdBase}\nchangetype: delete\n`)
    slapd.modify(
      `dn: cn=Inner,ou=groups,${slapdBase}\nchangetype: modify\ndelete: member\nmember: cn=Two Mails,ou=people,${slapdBase}\n`,
    )
    await rm(join(folder, 'ldap-agent.state.json.bak'), { force: true })
    expect((await run()).said).toMatchObject({ people: { changed: 1, left: 1, unchanged: 37 }, groups: { changed: 2 } })
    expect(await here('Anders')).toMatchObject({ userId: 'p1' })
    expect((await here('p2'))?.status).not.toBe(userStatus.active)
    await rm(join(folder, 'ldap-agent.state.json'))
    expect((await run()).said).toMatchObject({ people: { added: 0, changed: 38 }, groups: { added: 0, changed: 5 } })

    // A wrong filter or a missing base would make many users leave
    const wrong = await run({ personFilter: '(uid=p1)' })
    expect(wrong).toMatchObject({ code: 1, said: { error: expect.stringContaining('would be removed') as string } })
    const vanished = await run({ bases: [`ou=gone,${slapdBase}`] })
    expect(vanished).toMatchObject({
      code: 1,
      said: { error: expect.stringContaining('No users were removed') as string },
    })
    expect(
      Object.keys(
        (JSON.parse(await readFile(join(folder, 'ldap-agent.state.json'), 'utf8')) as { users: object }).users,
      ),
    ).toHaveLength(38)
  })
})

test('waits as long as the server asks, and gives up after repeated failures', async () => {
  const waits: number[] = []
  const answers = [
    new Response('', { status: 429, headers: { 'retry-after': '7' } }),
    new Response('', { status: 503 }),
    Response.json({ id: 'a' }),
  ]
  const fetched = globalThis.fetch
  globalThis.fetch = async () => answers.shift() ?? new Response('', { status: 503 })
  try {
    const ask = receiverAt('https://scim.example', 'token', async ms => waits.push(ms))
    expect(await ask('GET', '/Users')).toEqual({ id: 'a' })
    expect(waits).toEqual([7000, 4000])
    await expect(ask('GET', '/Users')).rejects.toThrow('repeatedly')
  } finally {
    globalThis.fetch = fetched
  }
})
