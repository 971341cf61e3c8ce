import type { Transporter } from 'nodemailer'
import type { Language } from '@claviger/contract/platform/languages'
import type { StatementPart } from '../platform/db/parts.ts'
import { newId } from '../platform/ids.ts'
import type { JobKind } from '../platform/jobs.ts'
import { type Translate, sayIn } from '../platform/languages.ts'
import type { SealedSubject } from '../platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '../platform/app-context.ts'
import { html, type MailBrand, type MailTemplate, letterText, type MailContent } from './mail-template.ts'
import { readerOf } from './mail-language.ts'

interface SealedLetter {
  id: string
  sealed: string
  /** Whose partner's brand it has; undefined for emails of the installation. */
  workspace?: string
}

// The sealed text names the recipient
const about = (id: string): SealedSubject => `mail:letter:${id} of itself`
const aboutKept = (id: string, to: string): SealedSubject => `outbox_mails:sealed:${id} of ${to}`

/**
 * Queues an email in the running transaction, in the recipient's language; sent after commit. Sealed while
 * queued, because it may contain a code.
 */
export async function mail(ctx: TransactionContext, to: string, write: Write): Promise<void> {
  await ctx.jobs.announce(ctx, deliverMail, sealedLetter(ctx, to, await readerOf(ctx, to), write))
}

/** Queues an email in the running transaction, in a language that the caller knows. */
export async function mailTo(ctx: TransactionContext, to: string, language: Language, write: Write): Promise<void> {
  await ctx.jobs.announce(ctx, deliverMail, sealedLetter(ctx, to, language, write))
}

export const mailIn = (world: Writer, to: string, language: Language, write: Write): Promise<StatementPart> =>
  world.jobs.part(deliverMail, sealedLetter(world, to, language, write))

export const mailLeft = (world: AppContext): void => world.jobs.wake(deliverMail)

type Write = (say: Translate, language: Language) => MailContent

type Writer = AppContext & { workspace?: string | undefined }

function sealedLetter({ sealer, workspace }: Writer, to: string, language: Language, write: Write): SealedLetter {
  const letter: MailTemplate = { to, language, ...write(sayIn(language), language) }
  const id = newId()
  const sealed = sealer.seal(JSON.stringify(letter), about(id)).toString('base64')
  return { id, sealed, ...(workspace !== undefined && { workspace }) }
}

const transports = new WeakMap<AppContext['config'], Transporter>()

async function transportOf(world: AppContext, url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
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
export const endMail = (config: AppContext['config']): void => transports.get(config)?.close()

/** Sends one email by SMTP, or shows it on the outbox page if no SMTP server is configured. */
export const deliverMail: JobKind<SealedLetter> = {
  name: 'mail',
  takers: 3,
  // Two days, as usual between mail servers: a server that is down overnight loses nothing
  patience: { tries: 300, longestWait: 600 },
  async work(world, { id, sealed, workspace }) {
    const written = JSON.parse(world.sealer.open(Buffer.from(sealed, 'base64'), about(id)).toString()) as MailTemplate
    const brand = workspace === undefined ? undefined : await brandOf(world, workspace, written.language)
    const letter = brand ? { ...written, brand } : written
    if (world.config.smtpUrl === undefined) return keep(world, id, letter)
    const transport = await transportOf(world, world.config.smtpUrl)
    await transport.sendMail({
      from: world.config.mailFrom,
      // As an object: in a string, a comma or line break would add recipients
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: letterText(letter),
      html: html(letter),
      attachments: (letter.attachments ?? []).map(({ name, mediaType, base64 }) => ({
        filename: name,
        contentType: mediaType,
        content: base64,
        encoding: 'base64',
      })),
      // The same ID on every retry lets the receiver drop duplicates
      messageId: `<${id}@${new URL(world.config.publicUrl).hostname}>`,
    })
  },
}

/** The brand of the workspace's partner; undefined for a workspace without one. */
async function brandOf(world: AppContext, workspace: string, language: Language): Promise<MailBrand | undefined> {
  const { rows } = await world.superPool.query<{ brand: PartnerBrand | null }>(
    'select partner_brand(partner_id) as brand from workspaces where id = $1',
    [workspace],
  )
  const brand = rows[0]?.brand
  if (!brand) return undefined
  const { id, name, digest, color, supportEmail } = brand
  const say = sayIn(language)
  return {
    name,
    color,
    logo: digest === null ? null : `${world.config.publicUrl}/api/workspace-icon/${id}?v=${digest}`,
    support: supportEmail === null ? null : say('Support: {email}', { email: supportEmail }),
  }
}

interface PartnerBrand {
  id: string
  name: string
  digest: string | null
  color: string | null
  supportEmail: string | null
}

async function keep(world: AppContext, id: string, letter: MailTemplate): Promise<void> {
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

export async function outboxMails(
  world: AppContext,
  most = 100,
): Promise<(MailTemplate & { id: string; sentAt: Date })[]> {
  const { rows } = await world.superPool.query<{ id: string; sent_at: Date; recipient: string; sealed: Buffer }>(
    'select id, sent_at, recipient, sealed from outbox_mails order by sent_at desc, id desc limit $1',
    [most],
  )
  return rows.map(row => ({
    ...(JSON.parse(world.sealer.open(row.sealed, aboutKept(row.id, row.recipient)).toString()) as MailTemplate),
    id: row.id,
    sentAt: row.sent_at,
  }))
}
