import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo, connect, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { der } from '#test/emulators/certificate.ts'
import { authority } from '#test/emulators/directory-certificates.ts'
import { ldif, oddPeople, oddSlapdUsers } from '#test/people/odd-people.ts'
import { readAll } from '#test/app/read-all.ts'
import { hasSlapd, slapdBase, slapdReader, startSlapd, type Slapd } from '#test/emulators/slapd.ts'
import { checkConnection } from '../check-connection.ts'
import type { LdapEndpoint } from '../wire/connection.ts'
import { noGuard } from '#integrations/target.ts'
import type { LdapTarget } from './ldap-connection.ts'
import { readDirectory } from './ldap-reading.ts'

const [ca, stranger] = [authority(), authority()]
const loopback = { privateNetworks: ['127.0.0.0/8'] }
const many = 2500
let slapd: Slapd

describe.skipIf(!hasSlapd())('slapd', () => {
  beforeAll(async () => {
    slapd = await startSlapd(oddSlapdUsers(many), ca.sign(['localhost', '127.0.0.1']))
    whole = await read()
  }, 60_000)
  afterAll(() => slapd.stop())

  const way = (more: Partial<LdapEndpoint> = {}): LdapEndpoint => ({
    host: '127.0.0.1',
    port: slapd.tlsPort,
    security: 'ldaps',
    authorities: ca.pem,
    ...more,
  })
  const target = (more: Partial<LdapTarget> = {}): LdapTarget => ({
    bounds: { guard: noGuard, purpose: 'operator' },
    ways: [way()],
    username: slapdReader.dn,
    password: slapdReader.password,
    bases: [slapdBase],
    personFilter: '(objectClass=inetOrgPerson)',
    groupFilter: '(|(objectClass=groupOfNames)(objectClass=posixGroup))',
    attributes: ['uid', 'cn', 'mail', 'description', 'jpegPhoto', 'userPassword'],
    roleAttributes: [],
    ...more,
  })
  let ahead = 0
  const read = async (cursor: unknown = null, more: Partial<LdapTarget> = {}) => {
    const now = () => new Date(Date.now() + ahead)
    return readAll(await readDirectory(target(more), { cursor, signal: AbortSignal.timeout(30_000), now }))
  }
  const check = async (more: Partial<LdapTarget>) => {
    const steps = await checkConnection(target(more), AbortSignal.timeout(20_000))
    return steps.find(({ state }) => state === 'failed')
  }
  let whole: Awaited<ReturnType<typeof read>>
  const uidsIn = (group: string) => {
    const byAnchor = new Map(whole.people.map(({ anchor, attributes }) => [anchor, attributes['uid']]))
    return (whole.members.get(group) ?? []).map(anchor => String(byAnchor.get(anchor))).toSorted()
  }

  test('returns users with unusual values, without photos and passwords', () => {
    expect(whole.people).toHaveLength(oddPeople.length + 4 + many)
    const byUid = new Map(whole.people.map(one => [one.attributes['uid'], one]))
    for (const [uid, name] of oddPeople) expect(byUid.get(uid)?.attributes['cn']).toBe(name)
    expect(byUid.get('two')?.attributes['mail']).toEqual(['two@example.test', 'second@example.test'])
    expect(byUid.get('none')?.attributes).not.toHaveProperty('mail')
    expect(String(byUid.get('large')?.attributes['description']).length).toBe(4000)
    expect(byUid.get('large')?.attributes).not.toHaveProperty('jpegPhoto')
    expect(byUid.get('expired')?.active).toBe(false)
    expect(JSON.stringify(whole.people)).not.toContain(slapdReader.password)
  })

  test('returns group members: nested, in loops, and by login, without missing ones', () => {
    expect(uidsIn('Outer')).toEqual(['comma', 'two', 'umlaut'])
    expect(uidsIn('Loop, one')).toEqual(['large', 'none'])
    expect(uidsIn('Loop two')).toEqual(['large', 'none'])
    expect(uidsIn('By login')).toEqual(['two'])
    expect(uidsIn('Gone')).toEqual([])
  })

  test('returns changes by timestamp: the last minute twice, and nothing after that', async () => {
    const again = await read(whole.cursor)
    expect(again.whole).toBe(false)
    ahead += 200_000
    const settled = (await read(again.cursor)).cursor
    expect((await read(settled)).people).toEqual([])
    // Directory timestamps have whole seconds, and only our own clock was advanced
    await sleep(1100)
    slapd.modify(`dn: cn=No Mail,ou=people,${slapdBase}\nchangetype: modify\nadd: mail\nmail: none@example.test\n`)
    const later = await read(settled)
    expect(later.people.map(({ attributes }) => attributes['mail'])).toEqual(['none@example.test'])
  })

  test('is read only with a trusted, matching, and valid certificate', async () => {
    expect(await check({ ways: [way({ authorities: undefined })] })).toMatchObject({
      step: 'certificate',
      says: /not trusted/,
    })
    expect(await check({ ways: [way({ authorities: stranger.pem })] })).toMatchObject({ step: 'certificate' })
    const far = await startSlapd('', ca.sign(['dc1.example.test']))
    const old = await startSlapd('', ca.sign(['127.0.0.1'], '210101000000Z'))
    expect(await check({ ways: [way({ port: far.tlsPort })] })).toMatchObject({
      step: 'certificate',
      says: expect.stringContaining('another name') as string,
    })
    expect(await check({ ways: [way({ port: old.tlsPort })] })).toMatchObject({
      step: 'certificate',
      says: expect.stringContaining('expired') as string,
    })
    expect(await check({ ways: [way({ port: old.port, security: 'starttls' })] })).toMatchObject({
      step: 'certificate',
    })
    await Promise.all([far.stop(), old.stop()])
  })

  test.each<[string, () => Partial<LdapTarget>, object]>([
    ['a wrong password', () => ({ password: 'wrong' }), { step: 'sign-in' }],
    ['a base that does not exist', () => ({ bases: [`ou=gone,${slapdBase}`] }), { step: 'base' }],
    ['a filter that matches no user', () => ({ personFilter: '(uid=nobody-at-all)' }), { step: 'filter' }],
    ['a closed port', () => ({ ways: [way({ port: 9 })] }), { step: 'address' }],
    [
      'a private host that is not approved',
      () => ({
        bounds: { guard: { ...noGuard, config: loopback }, purpose: { workspace: 'w', feature: 'directories' } },
      }),
      { step: 'address' },
    ],
  ])('the check names the step that fails for %s', async (_what, more, failed) => {
    expect(await check(more())).toMatchObject(failed)
  })

  test('tries the next server if the first is unreachable, but not if it refuses the password', async () => {
    expect((await read(null, { ways: [way({ port: 9 }), way()] })).people.length).toBeGreaterThan(many)
    await expect(read(null, { password: 'wrong', ways: [way(), way({ port: 9 })] })).rejects.toMatchObject({
      step: 'sign-in',
    })
  })

  test('discards a read that is cut off or hits a size limit', async () => {
    const cut = await cutAfter(slapd.port, 300_000)
    const ways = [way({ port: portOf(cut), security: 'plain' })]
    await expect(read(null, { ways })).rejects.toMatchObject({ step: 'address', again: true })
    cut.close()
    await slapd.again('sizelimit 500')
    await expect(read()).rejects.toMatchObject({
      step: 'rights',
      message: expect.stringContaining('size limit') as string,
    })
    await slapd.again()
  })

  test('a user who becomes invisible does not count as deleted', async () => {
    await slapd.again(
      `limits * size=unlimited\naccess to dn.subtree="ou=people,${slapdBase}" by * none\naccess to * by users read by anonymous auth`,
    )
    await expect(read(null, { bases: [`ou=people,${slapdBase}`] })).rejects.toMatchObject({ step: 'base' })
    await slapd.again('limits * size=unlimited\naccess to attrs=member by * none')
    await expect(read()).rejects.toMatchObject({ step: 'rights' })
    await slapd.again()
  })

  test.each([
    ['bytes that are not LDAP', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
    ['a message of 4 GB', Buffer.from('3084ffffffff', 'hex')],
    ['a nested length that exceeds the message', Buffer.from('300c02010161070a7f00040004', 'hex')],
    ['100,000 empty messages', Buffer.alloc(200_000, Buffer.from('3000', 'hex'))],
  ])('refuses a server that sends %s', async (_what, bytes) => {
    const server = createServer(socket => socket.on('error', () => undefined).end(bytes)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await expect(read(null, { ways: [way({ port: portOf(server), security: 'plain' })] })).rejects.toMatchObject({
      step: 'address',
    })
    server.close()
  })

  test('cuts off a server whose response never ends', async () => {
    const entry = endless()
    const server = createServer(socket => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        const pour = () => {
          while (!socket.destroyed && socket.write(entry));
        }
        socket.on('drain', pour)
        pour()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await expect(read(null, { ways: [way({ port: portOf(server), security: 'plain' })] })).rejects.toMatchObject({
      message: expect.stringContaining('more than was asked for') as string,
    })
    server.close()
  })

  test('ignores data sent in cleartext before StartTLS', async () => {
    const server = createServer(socket => {
      socket.on('error', () => undefined)
      socket.once('data', () =>
        socket.write(Buffer.from('300c02010178070a010004000400300c02010261070a010004000400', 'hex')),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const signal = AbortSignal.timeout(2000)
    const ways = [way({ port: portOf(server), security: 'starttls' })]
    await expect(
      readDirectory(target({ ways }), { cursor: null, signal, now: () => new Date() }),
    ).rejects.toMatchObject({ step: 'certificate' })
    server.close()
  })

  test('a deleted user is missing from the next complete read', async () => {
    slapd.modify(`dn: cn=Person 0,ou=people,${slapdBase}\nchangetype: delete\n`)
    const uids = (await read()).people.map(({ attributes }) => attributes['uid'])
    expect(uids).not.toContain('p0')
    expect(uids).toContain('p1')
    slapd.modify(ldif(`ou=more,${slapdBase}`, { changetype: 'add', objectClass: 'organizationalUnit' }))
  })
})

function endless(): Buffer {
  const name = der(0x04, Buffer.alloc(60_000, 'x'))
  return der(0x30, Buffer.from('020101', 'hex'), der(0x64, name, der(0x30)))
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function cutAfter(port: number, bytes: number): Promise<Server> {
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    let left = bytes
    near.pipe(far)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    far.on('data', (piece: Buffer) => {
      near.write(piece.subarray(0, left))
      left -= piece.length
      if (left <= 0) for (const socket of [near, far]) socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
