import { randomInt } from 'node:crypto'
import { type OidcSettings, speaksDuo } from '@claviger/contract/apps/applications'
import { problem } from '#platform/problem.ts'

// Duo clients accept only a client ID of 20 letters and digits and a secret of 40. They call one address for all
// workspaces, so the server generates both: a chosen client ID could collide with another workspace's.

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const letters = `${capitals}abcdefghijklmnopqrstuvwxyz`
const some = (of: string, many: number) => Array.from({ length: many }, () => of[randomInt(of.length)]).join('')

export const duoClientId = (): string => `DI${some(capitals, 18)}`

export const duoSecret = (): string => some(letters, 40)

/** Duo applications can't bring their own client ID or secret. @throws invalid-input */
export function refuseOwnNames(input: {
  oidc: OidcSettings
  clientId?: string | undefined
  clientSecret?: string | undefined
}): void {
  if (!speaksDuo(input.oidc)) return
  const brought = (['clientId', 'clientSecret'] as const).filter(field => input[field] !== undefined)
  if (brought.length === 0) return
  const message = 'Skip this step: Duo-compatible applications get their client ID and secret here'
  throw problem(
    'invalid-input',
    undefined,
    brought.map(field => ({ field, message })),
  )
}
