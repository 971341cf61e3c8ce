import { createHmac } from 'node:crypto'
import { msg } from '#platform/languages.ts'
import type { AppContext } from '#platform/app-context.ts'
import { exchange } from '#integrations/exchange.ts'
import { DeliveryError } from '#integrations/target.ts'

export interface Belonging {
  /** Hexadecimal, least significant byte first; null if the user continues without a card. */
  readonly card: string | null
  readonly cardDecimal: string | null
  readonly user: {
    readonly userId: string
    readonly employeeId: string | null
    readonly firstName: string
    readonly lastName: string
    readonly email: string | null
  }
  readonly page: string
}

/** Answer of the system, with a reason unless it was a clear yes. */
export interface LookupAnswer {
  readonly belongs: boolean
  readonly reason: string | null
}

const said = (reason: string | null): LookupAnswer => ({ belongs: reason === null, reason })

/** Asks the owner's system for yes or no; logs the reason of a no in the installation's log only. */
export async function isOwnSecret(
  world: Pick<AppContext, 'config' | 'outgoing' | 'clock' | 'log'>,
  to: { workspace: string; url: string; secret: Uint8Array },
  asked: Belonging,
): Promise<boolean> {
  const { belongs: yes, reason } = await askOwnerForPage(world, to, asked)
  if (!yes) world.log.warn({ page: asked.page, reason }, 'the system of a page owner gave no clear yes')
  return yes
}

/**
 * Calls the page owner's system: only 200 with {"belongs": true} within 5 s counts as yes, everything else as no.
 * `Claviger-Signature` contains t, the time in seconds, and v1, the HMAC-SHA-256 with the page's secret of t, a dot,
 * and the body.
 */
export async function askOwnerForPage(
  world: Pick<AppContext, 'config' | 'outgoing' | 'clock'>,
  to: { workspace: string; url: string; secret: Uint8Array },
  asked: Belonging,
): Promise<LookupAnswer> {
  const now = world.clock.now()
  const body = Buffer.from(JSON.stringify({ ...asked, at: now.toISOString() }))
  const seconds = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', to.secret).update(`${seconds}.`).update(body).digest('hex')
  try {
    const url = new URL(to.url)
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '')
      return said(msg("The URL must start with https:// and can't contain a password"))
    const answer = await exchange(
      world,
      { workspace: to.workspace, feature: 'card-pages' },
      {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', 'claviger-signature': `t=${seconds},v1=${signature}` },
        body,
      },
    )
    if (answer.status !== 200) return said(msg("The system didn't return status 200"))
    const yes = (JSON.parse(answer.body.toString()) as { belongs?: unknown } | null)?.belongs === true
    return said(yes ? null : msg("The system didn't confirm that the card belongs to the user"))
  } catch (error) {
    if (error instanceof SyntaxError) return said(msg("The system didn't return JSON"))
    if (error instanceof DeliveryError) return said(error.message)
    throw error
  }
}
