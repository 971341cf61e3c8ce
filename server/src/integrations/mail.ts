import { createTransport, type Transporter } from 'nodemailer'
import type { Language } from '@claviger/contract/platform/languages'
import type { StatementPart } from '../platform/db/parts.ts'
import { newId } from '../platform/ids.ts'
import type { JobKind } from '../platform/jobs.ts'
import { type Say, sayIn } from '../platform/languages.ts'
import type { SealedSubject } from '../platform/secrets/seal.ts'
import type { Ctx, World } from '../platform/world.ts'
import { html, type Letter, letterText, type MailContent } from './letter.ts'
import { readerOf } from './mail-language.ts'

interface SealedLetter {
  id: string
  sealed: string
}

// The sealed text names the recipient
const about = (id: string): SealedSubject => `mail:letter:${id} of itself`
const aboutKept = (id: string, to: string): SealedSubject => `outbox_mails:sealed:${id} of ${to}`

/**
 * Queues an email in the running transaction, in the recipient's language; sent after commit. Sealed while
 * queued, because it may contain a code.
 */
export async function mail(ctx: Ctx, to: string, write: Write): Promise<void> {
  await ctx.jobs.announce(ctx, deliverMail, sealedLetter(ctx, to, await readerOf(ctx, to), write))
}

export const mailIn = (world: World, to: string, language: Language, write: Write): Promise<StatementPart> =>
  world.jobs.part(deliverMail, sealedLetter(world, to, language, write))

export const mailLeft = (world: World): void => world.jobs.wake(deliverMail)

type Write = (say: Say, language: Language) => MailContent

function sealedLetter({ sealer }: World, to: string, language: Language, write: Write): SealedLetter {
  const letter: Letter = { to, language, ...write(sayIn(language), language) }
  const id = newId()
  return { id, sealed: sealer.seal(JSON.stringify(letter), about(id)).toString('base64') }
}

const transports = new WeakMap<World['config'], Transporter>()

function transportOf(world: World, url: string): Transporter {
  const known = transports.get(world.config)
  if (known) return known
  const made = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  transports.set(world.config, made)
  return made
}

/** Closes connections to the mail server, which would keep the process alive. */
export const endMail = (config: World['config']): void => transports.get(config)?.close()

/** Sends one email by SMTP, or shows it on the outbox page if no SMTP server is configured. */
export const deliverMail: JobKind<SealedLetter> = {
  name: 'mail',
  takers: 3,
  // Two days, as usual between mail servers: a server that is down overnight loses nothing
  patience: { tries: 300, longestWait: 600 },
  async work(world, { id, sealed }) {
    const letter = JSON.parse(world.sealer.open(Buffer.from(sealed, 'base64'), about(id)).toString()) as Letter
    if (world.config.smtpUrl === undefined) return keep(world, id, letter)
    await transportOf(world, world.config.smtpUrl).sendMail({
      from: world.config.mailFrom,
      // As an object: in a string, a comma or line break would add recipients
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: letterText(letter),
      html: html(letter),
      // The same ID on every retry lets the receiver drop duplicates
      messageId: `<${id}@${new URL(world.config.publicUrl).hostname}>`,
    })
  },
}

async function keep(world: World, id: string, letter: Letter): Promise<void> {
  await world.superPool.query(
    'insert into outbox_mails (id, sent_at, recipient, subject, sealed) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [
      id,
      world.clock.now(),
      letter.to,
      letter.subject.slice(0, 400),
      world.sealer.seal(JSON.stringify(letter), aboutKept(id, letter.to)),
    ],
  )
}

export async function outboxMails(world: World, most = 100): Promise<(Letter & { id: string; sentAt: Date })[]> {
  const { rows } = await world.superPool.query<{ id: string; sent_at: Date; recipient: string; sealed: Buffer }>(
    'select id, sent_at, recipient, sealed from outbox_mails order by sent_at desc, id desc limit $1',
    [most],
  )
  return rows.map(row => ({
    ...(JSON.parse(world.sealer.open(row.sealed, aboutKept(row.id, row.recipient)).toString()) as Letter),
    id: row.id,
    sentAt: row.sent_at,
  }))
}
