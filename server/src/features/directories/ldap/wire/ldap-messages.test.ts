import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { noGuard } from '#integrations/target.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'
import { readAnswer } from './ldap-messages.ts'
import { LdapClient } from './connection.ts'

const value = (tag: number, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.of(tag, 0x84), length, content])
}
const text = (content: string) => value(0x04, Buffer.from(content))
const entry = (id: number, values: number) =>
  value(
    0x30,
    Buffer.concat([
      Buffer.of(0x02, 0x01, id),
      value(
        0x64,
        Buffer.concat([
          text('cn=one'),
          value(
            0x30,
            value(0x30, Buffer.concat([text('Member'), value(0x31, Buffer.alloc(values * 2, Buffer.of(4, 0)))])),
          ),
        ]),
      ),
    ]),
  )

test('reads every value of an entry with any length encoding', () => {
  expect(readAnswer(entry(1, 3))).toMatchObject({ id: 1, entry: { dn: 'cn=one', names: ['Member'], size: 4 } })
  const answer = readAnswer(entry(1, parserLimits.ldapEntryValues - 1))
  expect('entry' in answer && answer.entry.attributes.get('member')?.length).toBe(parserLimits.ldapEntryValues - 1)
})

test('refuses an entry of 2 MB with a value in every two bytes', () => {
  expect(() => readAnswer(entry(1, 1_000_000))).toThrow('An entry has more than 100,000 values')
})

test('refuses a value that extends past its container', () => {
  const bytes = entry(1, 3)
  bytes[bytes.length - 1] = 1
  expect(() => readAnswer(bytes)).toThrow('longer than what holds it')
})

// Answers the first search with the same entry for ever
const endless = createServer(socket => {
  socket.on('error', () => undefined)
  socket.once('data', () => {
    const piece = entry(1, 60_000)
    const write = (): void => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', write)
    write()
  })
})
endless.listen(0, '127.0.0.1')
await once(endless, 'listening')
afterAll(() => endless.close())

test('refuses responses with too many small values before the byte limit', async () => {
  const { port } = endless.address() as AddressInfo
  const connection = await LdapClient.open(
    { guard: noGuard, purpose: 'operator' },
    { host: '127.0.0.1', port, security: 'plain', authorities: undefined },
    AbortSignal.timeout(10_000),
  )
  const search = { base: '', scope: 'base', filter: '(objectClass=*)', attributes: [] } as const
  await expect(connection.find(search)).rejects.toThrow('The directory answers more than was asked for')
})

test('closes an open connection when an owner blocks its private address', async () => {
  const silent = createServer(socket => socket.on('error', () => undefined))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  let verdict: 'allowed' | 'blocked' = 'allowed'
  const guard = {
    config: { privateNetworks: ['127.0.0.0/8'] },
    outgoing: { mayReach: () => Promise.resolve(verdict) },
  }
  const connection = await LdapClient.open(
    { guard, purpose: { workspace: '00000000-0000-4000-8000-000000000001', feature: 'directories' } },
    { host: '127.0.0.1', port: (silent.address() as AddressInfo).port, security: 'plain', authorities: undefined },
    AbortSignal.timeout(10_000),
  )
  const search = connection.find({ base: '', scope: 'base', filter: '(objectClass=*)', attributes: [] })
  const early = await Promise.race([search.catch(() => 'ended'), new Promise(done => setTimeout(done, 2500, 'open'))])
  expect(early).toBe('open')
  verdict = 'blocked'
  await expect(search).rejects.toThrow('broke the connection off')
  silent.close()
})
