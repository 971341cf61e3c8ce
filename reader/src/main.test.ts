import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import own from '../package.json' with { type: 'json' }
import { autoStartEntry } from './auto-start.ts'

let folder: string
let address: string
let shares = false
let serverVersion = own.version
const asked: { path: string; authorization: string | undefined; client: unknown; body: Record<string, unknown> }[] = []

const server = createServer((request, response) => {
  const sent = request.method === 'GET' ? Promise.resolve({}) : json(request)
  void sent.then(given => {
    const { authorization, client } = request.headers
    const body = given as Record<string, unknown>
    const path = request.url?.replace('/apis/access-key-cli/v1', '') ?? ''
    asked.push({ path, authorization, client, body })
    const known = authorization === (path === '/apps' ? 'a-clients-key' : 'app-1')
    const status = body['cardId'] === '04A1B2C3' ? { status: 'active', pin: 'set' } : { status: 'unknown', pin: null }
    const app = {
      appToken: 'app-1',
      workspace: { id: '1', name: 'Fern Clinic' },
      reading: { format: 'hex', reversed: false },
    }
    const nora = { id: 'a-1', name: 'Nora Ward', own: true, isDefault: false }
    const kiosk = { id: 'a-2', name: 'Kiosk Pharmacy', own: false, isDefault: true }
    const items = body['cardId'] === '04A1B2C3' ? [nora, ...(shares ? [kiosk] : [])] : []
    const registration = { name: 'Front desk', serverVersion, reading: app.reading }
    const replies: Record<string, object> = { '/apps': app, '/app': registration, '/security-keys/accounts': { items } }
    const reply = known ? (replies[path] ?? status) : { code: 'reader-refused', message: 'This program was revoked' }
    return response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'claviger-reader-'))
  await writeFile(join(folder, 'key'), 'a-clients-key\n')
  await once(server.listen(0, 'localhost'), 'listening')
  address = `http://localhost:${(server.address() as { port: number }).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const reader = (typed: string, ...more: string[]) => readerIn({}, typed, ...more)

async function readerIn(env: Record<string, string>, typed: string, ...more: string[]) {
  const args = ['reader/src/main.ts', '--server', address, '--state-file', join(folder, 'state.json'), ...more]
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'close') as Promise<[number]>
  child.stdin.end(typed)
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { said, wrong, code }
}

test('asks for the required settings', async () => {
  expect(await reader('')).toEqual({
    said: '',
    wrong: 'Specify the file with the Clients key once: --key-file …\n',
    code: 1,
  })
  expect((await reader('', '--server', 'http://id.example.org')).wrong).toBe(
    'The server address must begin with https://\n',
  )
  expect((await reader('', '--format', 'octal')).wrong).toBe('The format must be dec, hex, or reversed\n')
})

test('registers once and stores only what it needs, readable by its user', async () => {
  const { said, code } = await reader('04A1B2C3\nC3B2\n', '--key-file', join(folder, 'key'), '--name', 'Front desk')
  expect(code).toBe(0)
  expect(said).toContain('Registered in Fern Clinic as Front desk\n')
  expect(said).toContain('Card 04A1B2C3 with its PIN: ')
  expect(said).toContain("Card C3B2 isn't assigned to a user: nothing is presented\n")
  expect(asked[0]).toMatchObject({ path: '/apps', client: 'claviger-reader', body: { name: 'Front desk' } })
  const path = join(folder, 'state.json')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readFile(path, 'utf8')).not.toContain('a-clients-key')
})

test('continues as registered, and accepts a single card where requested', async () => {
  asked.length = 0
  const { said } = await reader('no number\n3283263748\n', '--format', 'dec', '--once')
  expect(said).toBe("This isn't a card number\n")
  expect((await reader('3283263748\n', '--format', 'dec')).said).toContain('Card 04A1B2C3')
  expect(asked.map(one => one.path)).toEqual(['/app', '/app', '/security-keys/status', '/security-keys/accounts'])
})

test('says that the server has a newer version', async () => {
  serverVersion = '99.0.0'
  expect((await reader('')).said).toBe(`Version 99.0.0 is available: ${address}/dashboard/downloads\n`)
  serverVersion = own.version
})

test('starts at each sign-in, where no person types', async () => {
  const home = { HOME: join(folder, 'home with $ and %') }
  expect((await readerIn(home, '', '--auto-start')).wrong).toBe('An automatic start needs --pcsc\n')
  const { said } = await readerIn(home, '', '--auto-start', '--pcsc')
  const unit = join(home.HOME, '.config/systemd/user/claviger-reader.service')
  expect(said).toBe(`Written: ${unit}\nStart it with: systemctl --user enable --now claviger-reader\n`)
  const flags = `reader/src/main.ts --server ${address} --state-file`
  expect(await readFile(unit, 'utf8')).toContain(`${flags} ${join(folder, 'state.json')} --pcsc\n`)
  const command = ['C:\\Program Files\\reader.exe', '--name', 'A & B 100%']
  expect(autoStartEntry('win32', 'C:\\Users\\nora', command)).toMatchObject({
    path: expect.stringMatching(/^C:\\Users\\nora\\.*\\Startup\\/) as string,
    text: '@start "Claviger reader" /min "C:\\Program Files\\reader.exe" "--name" "A & B 100%%"\r\n',
  })
  expect(autoStartEntry('darwin', '/Users/nora', command).text).toContain('<string>A &amp; B 100%</string>')
})

describe('a card with several accounts', () => {
  const as = (words: string) => expect.stringContaining(`with its PIN${words}: `)
  beforeAll(() => (shares = true))
  afterAll(() => (shares = false))

  test('asks for a number and takes the default for an empty line', async () => {
    const { said } = await reader('04A1B2C3\n9\n2\n04A1B2C3\n1\n04A1B2C3\n\n', '--account', 'ask')
    expect(said).toContain('  1  Nora Ward (your own)\n  2  Kiosk Pharmacy (default)\n')
    const taps = said.split('\n').filter(line => line.startsWith('Card'))
    expect(taps).toEqual([as(', opening Kiosk Pharmacy'), as(''), as(', opening Kiosk Pharmacy')])
  })

  test('is forgotten when another card is tapped instead of an answer', async () => {
    const { said } = await reader('04A1B2C3\nC3B2\n', '--account', 'ask')
    expect(said).toContain("Card C3B2 isn't assigned to a user")
    expect(said).not.toContain('Card 04A1B2C3')
  })

  test.each([
    ['default', ', opening Kiosk Pharmacy'],
    ['own', ''],
    ['kiosk pharmacy', ', opening Kiosk Pharmacy'],
    ['a-1', ''],
  ])('opens %s without a question', async (account, words) => {
    expect((await reader('04A1B2C3\n', '--account', account)).said).toEqual(as(words))
  })

  test('opens only a shared default account on an unattended computer', async () => {
    expect((await reader('04A1B2C3\n')).said).toEqual(as(', opening Kiosk Pharmacy'))
    const { said } = await reader('04A1B2C3\n', '--account', 'Somebody Else')
    expect(said).toBe('This card does not open Somebody Else: nothing is presented\n')
  })
})
