import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authority } from '../../../../../test/directory-certificates.ts'
import { hasSamba, sambaAdmin, sambaBase, startSamba, type Samba } from '../../../../../test/samba.ts'
import { openDirectory, type Target } from './open.ts'
import { readDirectory } from './reading.ts'

const ca = authority()
let samba: Samba

describe.skipIf(!hasSamba())('a real domain controller', () => {
  beforeAll(async () => {
    samba = await startSamba(ca.sign(['127.0.0.1', 'localhost']))
  }, 120_000)
  afterAll(() => samba.stop())

  const target = (more: Partial<Target> = {}): Target => ({
    bounds: { config: { privateTargets: true }, approved: ['127.0.0.1'] },
    ways: [{ host: '127.0.0.1', port: samba.tlsPort, security: 'ldaps', authorities: ca.pem }],
    username: sambaAdmin.name,
    password: sambaAdmin.password,
    bases: [sambaBase],
    personFilter: '(&(objectCategory=person)(objectClass=user))',
    groupFilter: '(objectClass=group)',
    attributes: ['sAMAccountName', 'displayName'],
    ...more,
  })
  test('is read', async () => {
    const directory = await openDirectory(target(), AbortSignal.timeout(10_000))
    console.log(directory.server, directory.usn, directory.activeDirectory)
    const reading = await readDirectory(target(), {
      cursor: null,
      signal: AbortSignal.timeout(30_000),
      now: () => new Date(),
    })
    for await (const page of reading.people()) console.log(JSON.stringify(page))
    for await (const { groups } of reading.groups())
      for (const group of groups) {
        const all = []
        for await (const { add } of reading.members(group)) all.push(...add)
        if (all.length > 0) console.log(group.name, all)
      }
    console.log(reading.cursor())
    expect(1).toBe(1)
  })
})
