import { once } from 'node:events'
import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { tryAgain } from '#test/app/try-again.ts'
import { transact } from '../platform/db/transaction.ts'
import type { MailContent } from './mail-template.ts'
import { deliverMail, mail } from './mail.ts'

interface Received {
  from: string
  to: string[]
  letter: Email
}

let server: SMTPServer | undefined
const received: Received[] = []

async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession, done: () => void): Promise<void> {
  const { mailFrom, rcptTo } = envelope
  const from = mailFrom === false ? '' : mailFrom.address
  const parsed = await PostalMime.parse(await buffer(stream))
  received.push({ from, to: rcptTo.map(one => one.address), letter: parsed })
  done()
}

async function up(): Promise<void> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onData: (stream, session, done) => void take(stream, session, done),
  })
  server.on('error', () => undefined)
  await new Promise<void>(ready => server?.listen(port, '127.0.0.1', ready))
}

const down = () => new Promise<void>(ready => (server ? server.close(() => ready()) : ready()))

const holder = createServer().listen(0, '127.0.0.1')
await once(holder, 'listening')
const { port } = holder.address() as { port: number }
holder.close()
await once(holder, 'close')
const home = await startTestApp({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Schlüsseldienst <keys@northgate.example>',
})
afterEach(async () => {
  await down()
  server = undefined
  received.length = 0
})

const priya = 'priya@northgate.example'
const letter: MailContent = {
  subject: 'Schlüssel für Ärzte',
  greeting: 'Hello Priya,',
  paragraphs: ['Grüße aus <Northgate>.'],
  code: '123456',
  footer: 'A footer.',
}

const post = (change: Partial<MailContent> = {}, to = priya) =>
  transact(
    home.world,
    { actor: { kind: 'operator', name: 'Test' }, request: { id: 'mail', ip: '', userAgent: '' } },
    ctx => mail(ctx, to, () => ({ ...letter, ...change })),
  )

async function arrived(): Promise<Received> {
  await expect.poll(() => received.length, { timeout: 25_000, interval: 50 }).toBeGreaterThan(0)
  return received[0] as Received
}

// Runs first, while no other process retries at the same server
test('open connections to the mail server do not delay the end of the process', async () => {
  await up()
  const own = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await transact(
    own.world,
    { actor: { kind: 'operator', name: 'Test' }, request: { id: 'mail', ip: '', userAgent: '' } },
    ctx => mail(ctx, priya, () => letter),
  )
  await arrived()
  await own.close()
  await expect.poll(() => server?.connections.size, { timeout: 2000 }).toBe(0)
})

test('an email arrives as plain text and HTML, with non-ASCII letters', async () => {
  await up()
  await post()
  const mailed = await arrived()
  expect(mailed).toMatchObject({ from: 'keys@northgate.example', to: ['priya@northgate.example'] })
  expect(mailed.letter).toMatchObject({
    subject: 'Schlüssel für Ärzte',
    from: { name: 'Schlüsseldienst', address: 'keys@northgate.example' },
  })
  expect(mailed.letter.text).toContain('Grüße aus <Northgate>.')
  expect(mailed.letter.text).toContain('123456')
  expect(mailed.letter.html).toContain('Grüße aus &lt;Northgate&gt;.')
  expect(mailed.letter.html).toContain('123456')
})

test('an email is retried when the mail server is down, and arrives once', async () => {
  const stuck = async () => (await home.world.jobs.stuck()).filter(job => /ECONNREFUSED/.test(job.error)).length
  await post()
  await expect.poll(stuck, { timeout: 15_000 }).toBe(1)
  expect(received).toEqual([])
  await up()
  await tryAgain(home, deliverMail)
  const mailed = await arrived()
  expect(mailed.letter.subject).toBe('Schlüssel für Ärzte')
  await expect.poll(stuck, { timeout: 15_000 }).toBe(0)
  expect(received).toHaveLength(1)
})

test('an email of a rolled-back transaction is never sent', async () => {
  await up()
  const undone = transact(
    home.world,
    { actor: { kind: 'operator', name: 'Test' }, request: { id: 'mail', ip: '', userAgent: '' } },
    async ctx => {
      await mail(ctx, priya, () => ({ ...letter, subject: 'Undone' }))
      throw new Error('changed my mind')
    },
  )
  await expect(undone).rejects.toThrow('changed my mind')
  await post({ subject: 'Done' })
  expect((await arrived()).letter.subject).toBe('Done')
  expect(received).toHaveLength(1)
})

test('a line break in a subject or address adds neither a header nor a recipient', async () => {
  await up()
  await post({ subject: 'Hello\r\nBcc: thief@evil.example\r\n\r\nAnother body' })
  const mailed = await arrived()
  expect(mailed.to).toEqual(['priya@northgate.example'])
  expect(mailed.letter.headers.map(header => header.key)).not.toContain('bcc')
  expect(mailed.letter.text).not.toContain('Another body')
  received.length = 0
  await post({}, `${priya}\r\nBcc: thief@evil.example`)
  await post({}, 'last@northgate.example')
  await expect.poll(() => received.flatMap(one => one.to), { timeout: 20_000 }).toContain('last@northgate.example')
  expect(received.flatMap(one => one.to).join()).not.toContain('thief')
})
