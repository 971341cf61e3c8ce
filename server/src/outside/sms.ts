import { firstSpoken } from '@claviger/contract/ground/languages'
import { newId } from '../ground/ids.ts'
import type { JobKind } from '../ground/jobs.ts'
import { type Say, sayIn } from '../ground/languages.ts'
import type { About } from '../ground/secrets/seal.ts'
import type { Ctx } from '../ground/world.ts'
import { exchange } from './exchange.ts'
import { Undelivered } from './target.ts'

interface SealedText {
  id: string
  sealed: string
}

// Whom a text is for stands in it
const about = (id: string): About => `sms:text:${id} of itself`

/**
 * Leaves a text message in the running transaction, in the language of its reader; the gateway gets it after commit.
 * `to` is a number as E.164 writes it. Sealed meanwhile, for it may hold a code.
 */
export async function text(ctx: Ctx, to: string, language: string | null, write: (say: Say) => string): Promise<void> {
  const spoken = firstSpoken(language === null ? [] : [language]) ?? ctx.request.language ?? 'en'
  const id = newId()
  const message = JSON.stringify({ to, text: write(sayIn(spoken)), id })
  await ctx.jobs.announce(ctx, deliverSms, { id, sealed: ctx.sealer.seal(message, about(id)).toString('base64') })
}

/** Hands one message to the gateway (SMS_URL): a POST of {to, text, id}, taken by any 2xx; the id is the same on every try. */
export const deliverSms: JobKind<SealedText> = {
  name: 'sms',
  async work(world, { id, sealed }) {
    const { smsUrl, smsToken } = world.config
    if (smsUrl === undefined) return
    const { status } = await exchange(world.config, {
      method: 'POST',
      url: new URL(smsUrl),
      headers: {
        'content-type': 'application/json',
        ...(smsToken !== undefined && { authorization: `Bearer ${smsToken}` }),
      },
      body: world.sealer.open(Buffer.from(sealed, 'base64'), about(id)),
    })
    if (status < 200 || status > 299) throw new Undelivered(`The gateway answered ${status}`)
  },
}
