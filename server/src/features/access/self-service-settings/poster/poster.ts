import { Worker } from 'node:worker_threads'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { FileReply } from '#http/bind.ts'
import { verifications } from '@claviger/contract/keys/token-policies'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { linkOfPage } from '../page-replies.ts'
import { keySettingsOf, settingsOfRow } from '../self-service-settings.ts'
import { iconBytes, ownPage } from '../self-service-settings.store.ts'
import { type PosterLanguage, posterWords } from './poster-texts.ts'

export interface Poster {
  readonly language: PosterLanguage
  readonly workspace: string
  readonly icon: Uint8Array | null
  readonly title: string
  readonly steps: readonly string[]
  readonly address: string
  readonly at: number
}

/** QR code of a page's address. @throws not-found */
export async function codeOf(ctx: TransactionContext, { page }: { page: string }): Promise<FileReply> {
  const row = await ownPage(ctx.db, page)
  if (!row) throw problem('not-found')
  const { default: QR } = await import('qrcode')
  const svg = await QR.toString(linkOfPage(ctx, row), { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return new FileReply(svg, 'image/svg+xml', attached(`${row.address}.svg`))
}

/** A page's poster in a language. @throws not-found */
export async function posterOf(
  ctx: RequestContext,
  input: { page: string; language: PosterLanguage },
): Promise<FileReply> {
  const poster = await ctx.transact(inside => gather(inside, input))
  return new FileReply(await drawn(poster), 'application/pdf', attached(`${input.page}-${input.language}.pdf`))
}

async function gather(
  ctx: TransactionContext,
  { page, language }: { page: string; language: PosterLanguage },
): Promise<Poster> {
  const row = await ownPage(ctx.db, page)
  if (!row) throw problem('not-found')
  const settings = settingsOfRow(row)
  const { services, messages } = settings
  const words = posterWords[language]
  const { name } = await ownWorkspaceRow(ctx)
  const key = await keySettingsOf(ctx, { settings })
  const picture = await iconBytes(ctx.db)
  const asksPin = key.verification === verifications.pin || services.pinRecovery
  return {
    language,
    workspace: name,
    icon: picture && Uint8Array.from(picture),
    title:
      messages[language]?.title ||
      (services.enrollment ? (services.pinRecovery ? words.both : words.enroll) : words.recover),
    steps: [words.steps.open, words.steps.tap, asksPin ? words.steps.pin : words.steps.done],
    address: linkOfPage(ctx, row),
    at: ctx.clock.now().getTime(),
  }
}

const attached = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
})

const drawn = (poster: Poster): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('draw.ts', import.meta.url), { workerData: poster })
    worker.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the poster was not drawn')))
  })
