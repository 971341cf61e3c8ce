import { randomBytes } from 'node:crypto'
import { later, minutes } from '#platform/clock.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { OidcApplication } from '#features/apps/applications/applications.ts'
import { userById } from '#features/people/users/users.ts'
import type { BrowserSession } from '#features/sso/browser-sessions/browser-sessions.ts'
import { hashOfFlow, type SecondFactorFlow } from '../second-factor-request.ts'
import { answerByCode, type SecondFactorRequestRow } from '../second-factor.store.ts'

export interface DuoSignInRequest {
  readonly duo: true
  readonly client: string
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string | null
  readonly name: string
  readonly codeName: 'code' | 'duo_code'
}

export interface DuoSignIn {
  readonly user: string
  readonly email: string | null
  readonly authTime: number
  readonly ip: string | null
}

const good = minutes(2)

async function isNamed(
  ctx: TransactionContext,
  { settings }: OidcApplication,
  here: BrowserSession,
  name: string,
): Promise<boolean> {
  const person = await userById(ctx, here.user)
  if (!person || person.deleted_at !== null) return false
  // Several users share the mailbox, so it doesn't identify one
  if (settings.personBy === 'email' && person.shares_email) return false
  const own = settings.personBy === 'userName' ? person.user_id : person.email
  return own !== null && own.toLowerCase() === name.toLowerCase()
}

/** Answers Duo clients: redirects with a code that the client exchanges for the result. */
export const duoFlow = (asked: DuoSignInRequest, { id }: SecondFactorRequestRow): SecondFactorFlow => ({
  hint: asked.name,
  check: async (ctx, application, here) => ({
    is: (await isNamed(ctx, application, here, asked.name)) ? 'same' : 'person-differs',
  }),
  answer(here) {
    const code = randomBytes(24).toString('base64url')
    const told: DuoSignIn = {
      user: here.user,
      email: here.email,
      authTime: Math.floor(here.authTime.getTime() / 1000),
      ip: here.ip,
    }
    return {
      take: ctx =>
        answerByCode(ctx.db, id, { code: hashOfFlow(code), until: later(ctx.clock.now(), good), answer: told }),
      step: async () => {
        const back = new URLSearchParams({ state: asked.state, [asked.codeName]: code })
        return { go: `${asked.redirectUri}${asked.redirectUri.includes('?') ? '&' : '?'}${back.toString()}` }
      },
    }
  },
})
