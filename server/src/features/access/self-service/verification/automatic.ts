import { createHmac } from 'node:crypto'
import type { World } from '../../../../ground/world.ts'
import { exchange } from '../../../../outside/exchange.ts'
import { Undelivered } from '../../../../outside/target.ts'

/** What the owner's own system is asked: does this card belong to this person? */
export interface Belonging {
  /** Hexadecimal, the least significant byte first; null where somebody goes on without a card. */
  readonly card: string | null
  readonly cardDecimal: string | null
  readonly user: {
    readonly userId: string
    readonly employeeId: string | null
    readonly firstName: string
    readonly lastName: string
    readonly email: string | null
  }
  /** Address of the page. */
  readonly page: string
}

/**
 * Asks the system of a page's owner, and answers true only for 200 with {"belongs": true} within 5 s; whatever else
 * happens is a no. `Claviger-Signature` bears t, the second of sending, and v1, HMAC-SHA-256 by the page's secret over t,
 * a dot and the body.
 */
export async function belongs(
  world: Pick<World, 'config' | 'clock' | 'log'>,
  to: { url: string; secret: Uint8Array },
  asked: Belonging,
): Promise<boolean> {
  const now = world.clock.now()
  const body = Buffer.from(JSON.stringify({ ...asked, at: now.toISOString() }))
  const seconds = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', to.secret).update(`${seconds}.`).update(body).digest('hex')
  try {
    const url = new URL(to.url)
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
    const answer = await exchange(world.config, {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'claviger-signature': `t=${seconds},v1=${signature}` },
      body,
    })
    return (
      answer.status === 200 && (JSON.parse(answer.body.toString()) as { belongs?: unknown } | null)?.belongs === true
    )
  } catch (error) {
    if (!(error instanceof Undelivered) && !(error instanceof SyntaxError)) throw error
    world.log.warn({ page: asked.page, reason: error.message }, 'the system of a page owner did not answer')
    return false
  }
}
