import { randomInt } from 'node:crypto'
import { type OidcSettings, speaksDuo } from '@claviger/contract/apps/applications'
import { problem } from '../../../../ground/problem.ts'

// The software of Duo takes a client ID of 20 letters and digits and a secret of 40, and nothing else. It names itself at one
// address for all workspaces, so both are made here: a client ID that somebody chose could be that of another workspace.

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const letters = `${capitals}abcdefghijklmnopqrstuvwxyz`
const some = (of: string, many: number) => Array.from({ length: many }, () => of[randomInt(of.length)]).join('')

/** A client ID as the software of Duo takes it. */
export const duoClientId = (): string => `DI${some(capitals, 18)}`

/** A secret as the software of Duo takes it. */
export const duoSecret = (): string => some(letters, 40)

/** Throws invalid-input where somebody brings a client ID or a secret along for what speaks Duo. */
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
