import { createPublicKey, hash, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enrol, fingerCarrier, type Fingers, templatesOf } from './fingers.ts'
import { commandAt } from './makers-command.ts'
import { newKey, publicKeyOf, vouchForMatch } from './vouching.ts'

const by = { model: 'Maker F100', key: newKey() }
const thumb = { id: 'f-1', name: 'Thumb', template: 'AAEC' }
const index = { id: 'f-2', name: 'Index', template: 'AwQF' }
const said: string[] = []
const asked: { path: string; body: Record<string, unknown> }[] = []
let address: string

// A minimal server: requires a match for requests that start with 6
const server = createServer((request, response) => {
  void json(request).then(given => {
    const body = given as Record<string, unknown>
    const path = request.url?.replace('/apis/access-key-cli/v1', '') ?? ''
    asked.push({ path, body })
    const bytes = Buffer.from((body['request'] as string | undefined) ?? '', 'base64url')
    const wants = bytes[0] === 6 && body['match'] === undefined
    const refused = bytes[0] === 7 ? { refused: { message: 'Not here. Reference: A' } } : {}
    const answer = {
      response: Buffer.of(wants ? 0x3f : bytes[0] === 7 ? 0x27 : 0).toString('base64url'),
      session: 's-1',
    }
    const replies: Record<string, object> = {
      '/fingerprints/templates': { items: [thumb, index] },
      '/fingerprints/challenge': { challenge: 'c-1' },
      '/fingerprints/execute-request': { ...answer, ...refused },
    }
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(replies[path] ?? { state: 1 }))
  })
})

beforeAll(async () => {
  await once(server.listen(0, 'localhost'), 'listening')
  address = `http://localhost:${(server.address() as { port: number }).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  asked.length = 0
  said.length = 0
})

function at(answers: { finger?: string | null; template?: string }): Fingers {
  const script = 'process.stdin.on("data", () => console.log(process.env.SAYS))'
  const command = commandAt(`SAYS='${JSON.stringify(answers)}' '${process.execPath}' -e '${script}'`)
  const app = { server: address, appToken: 'app-1', computerId: 'pc-1' }
  return { app, command, by, tell: words => void said.push(words) }
}
const isSigned = (signature: unknown, ...lines: string[]) => {
  const key = createPublicKey({ key: Buffer.from(publicKeyOf(by), 'base64url'), format: 'der', type: 'spki' })
  return verify('sha256', Buffer.from(lines.join('\n')), key, Buffer.from(String(signature), 'base64url'))
}
const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'hex')

test('asks for a finger when user verification is required, and confirms the matching user', async () => {
  const program = at({ finger: 'f-2' })
  expect(await templatesOf(program, 'ida@fern.example')).toEqual([thumb, index])
  const carry = fingerCarrier(program, [thumb, index])
  expect(await carry(Buffer.of(4))).toEqual(Buffer.of(0))
  expect(asked.at(-1)?.body).toMatchObject({ finger: 'f-1' })
  expect(asked.at(-1)?.body).not.toHaveProperty('match')
  expect(said).toEqual([])
  const request = Buffer.of(6, 1, 2)
  expect(await carry(request)).toEqual(Buffer.of(0))
  const { body } = asked.at(-1)!
  expect(body).toMatchObject({ finger: 'f-2', session: 's-1', match: { challenge: 'c-1' } })
  const { signature } = body['match'] as { signature: string }
  const lines = ['claviger-fingerprint-match-1', 'c-1', 'Maker F100', 'f-2', 'pc-1', sha256(request)]
  expect(isSigned(signature, ...lines)).toBe(true)
  expect(isSigned(vouchForMatch(by, { challenge: 'c-1', finger: 'f-1', computerId: 'pc-1', request }), ...lines)).toBe(
    false,
  )
  program.command.end()
})

test('confirms no user for an unknown finger, and asks for none if policies refuse', async () => {
  for (const finger of [null, 'f-9']) {
    const program = at({ finger })
    expect(await fingerCarrier(program, [thumb])(Buffer.of(6))).toEqual(Buffer.of(0x3f))
    expect(said.at(-1)).toBe("The fingerprint isn't known")
    expect(asked.some(({ body }) => 'match' in body)).toBe(false)
    program.command.end()
  }
  const program = at({ finger: 'f-1' })
  expect(await fingerCarrier(program, [thumb])(Buffer.of(7))).toEqual(Buffer.of(0x27))
  expect(said.at(-1)).toBe('Not here. Reference: A')
  program.command.end()
})

test('enrolls a finger with a signed template, and stops without a finger', async () => {
  const program = at({ template: 'AAEC' })
  await enrol(program, 'e-1', 'Thumb')
  expect(asked.map(({ path, body }) => [path.split('/').at(-2), body['step']])).toEqual(
    ['started', 'finger', 'done'].map(step => ['e-1', step]),
  )
  const { signature, ...finger } = asked[1]!.body
  expect(finger).toEqual({ step: 'finger', template: 'AAEC', name: 'Thumb' })
  const hashed = sha256(Buffer.from('AAEC', 'base64url'))
  expect(isSigned(signature, 'claviger-fingerprint-template-1', 'e-1', 'Maker F100', hashed)).toBe(true)
  program.command.end()
  const gone = { ...at({}), command: commandAt('true') }
  expect(await gone.command.match([thumb])).toBeUndefined()
  const none = at({})
  await enrol(none, 'e-2', undefined)
  expect(asked.at(-1)?.body).toEqual({ step: 'cancelled' })
  none.command.end()
})
