import { firstSupportedLanguage, type Language } from '@claviger/contract/platform/languages'
import { newId } from '../platform/ids.ts'
import type { JobKind } from '../platform/jobs.ts'
import { type Translate, sayIn } from '../platform/languages.ts'
import type { SealedSubject } from '../platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '../platform/app-context.ts'
import { exchange } from './exchange.ts'
import { DeliveryError } from './target.ts'

interface SealedText {
  id: string
  sealed: string
}

// The sealed text names the recipient
const about = (kind: 'sms' | 'call', id: string): SealedSubject => `${kind}:text:${id} of itself`

const spokenBy = (ctx: TransactionContext, language: string | null): Language =>
  firstSupportedLanguage(language === null ? [] : [language]) ?? ctx.request.language ?? 'en'

function announce(
  ctx: TransactionContext,
  kind: 'sms' | 'call',
  message: { to: string; text: string; language?: Language },
) {
  const id = newId()
  const sealed = ctx.sealer.seal(JSON.stringify({ ...message, id }), about(kind, id)).toString('base64')
  return ctx.jobs.announce(ctx, kind === 'sms' ? deliverSms : deliverCall, { id, sealed })
}

/**
 * Queues a text message in the running transaction, in the recipient's language; the gateway gets it after
 * commit.
 * `to` is an E.164 number.
 */
export const sendText = (
  ctx: TransactionContext,
  to: string,
  language: string | null,
  write: (say: Translate) => string,
): Promise<void> => announce(ctx, 'sms', { to, text: write(sayIn(spokenBy(ctx, language))) })

export function callWithText(
  ctx: TransactionContext,
  to: string,
  language: string | null,
  write: (say: Translate) => string,
): Promise<void> {
  const spoken = spokenBy(ctx, language)
  return announce(ctx, 'call', { to, text: write(sayIn(spoken)), language: spoken })
}

const deliver = (
  kind: 'sms' | 'call',
  gateway: (config: AppContext['config']) => readonly [string | undefined, string | undefined],
) => ({
  name: kind,
  async work(world: AppContext, { id, sealed }: SealedText) {
    const [url, token] = gateway(world.config)
    if (url === undefined) return
    const { status } = await exchange(world, 'operator', {
      method: 'POST',
      url: new URL(url),
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: world.sealer.open(Buffer.from(sealed, 'base64'), about(kind, id)),
    })
    if (status < 200 || status > 299) throw new DeliveryError(`The gateway answered ${status}`)
  },
})

/**
 * Sends one message to the gateway (SMS_URL): a POST of {to, text, id}; any 2xx accepts it. The ID is the same
 * on every retry.
 */
export const deliverSms: JobKind<SealedText> = deliver('sms', ({ smsUrl, smsToken }) => [smsUrl, smsToken])

/** Sends one call to its gateway (CALL_URL): a POST of {to, text, language, id}, accepted like a message. */
export const deliverCall: JobKind<SealedText> = deliver('call', ({ callUrl, callToken }) => [callUrl, callToken])
