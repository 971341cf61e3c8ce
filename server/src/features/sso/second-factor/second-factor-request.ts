import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { createHash, randomBytes } from 'node:crypto'
import type { AttemptReason } from '@claviger/contract/apps/attempts'
import type { Language } from '@claviger/contract/platform/languages'
import { later, minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Translate } from '#platform/languages.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { cookieIn, hostCookie, writeCookie } from '#http/cookies.ts'
import type { OidcApplication } from '#features/apps/applications/applications.ts'
import { noteAttempt } from '#features/apps/attempts/attempts.ts'
import type { BrowserSession } from '../browser-sessions/browser-sessions.ts'
import { refusalPage, type writePage } from '../browser-sessions/browser-sessions.page.ts'
import type { Issuer } from '../oidc/oidc.issuer.ts'
import { noteCall } from './call-counts.ts'
import { insertRequest, type SecondFactorRequestRow } from './second-factor.store.ts'

export interface Browser {
  readonly cookies: string | undefined
  readonly language: Language
  readonly request: { readonly id: string; readonly ip: string; readonly userAgent: string }
  readonly address: string
}

export type SecondFactorStep =
  | { readonly go: string; readonly cookie?: string }
  | { readonly status: number; readonly page: ReturnType<typeof writePage> }

/** Whether the user who signed in is the one to confirm. `bind` stores the link the first time, and returns whether it could. */
export type PersonCheck =
  | { readonly is: 'same'; readonly bind?: (ctx: TransactionContext) => Promise<boolean> }
  | { readonly is: 'person-differs' | 'person-unproven' }

export interface SecondFactorFlow {
  readonly hint: string | undefined
  readonly check: (ctx: TransactionContext, application: OidcApplication, here: BrowserSession) => Promise<PersonCheck>
  /** Undefined if another kind of sign-in is required. */
  readonly answer: (here: BrowserSession) => SecondFactorAnswer | undefined
}

/** Spent once in the transaction that admits the user, then carried by the browser. */
export interface SecondFactorAnswer {
  readonly take: (ctx: TransactionContext) => Promise<boolean>
  readonly step: (issuer: Issuer, language: Language) => Promise<SecondFactorStep>
}

const lasts = minutes(10)
const nameOf = (publicUrl: string) => hostCookie(publicUrl, 'claviger-second')

export const hashOfFlow = (value: string): Buffer => createHash('sha256').update(value).digest()

export const pathOf = ({ address }: Browser, id: string): string => `/sso/second-factor/${address}/${id}`

export const refuseRequest = ({ language, request }: Browser, why: string): SecondFactorStep => ({
  status: 400,
  page: refusalPage(language, (say: Translate) => say(why), request.id),
})

export const inRequestWorkspace = <T>(
  { at }: Issuer,
  browser: Pick<Browser, 'request'> | undefined,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> =>
  transact(at, { actor: at.actor, request: browser?.request ?? at.request, workspace: at.workspace }, work)

export async function refuseSecondFactor(
  issuer: Issuer,
  application: OidcApplication,
  browser: Browser,
  {
    why,
    facts = {},
    ...reason
  }: { code: AttemptReason; why: string; details?: Record<string, string>; facts?: Record<string, string> },
): Promise<SecondFactorStep> {
  await inRequestWorkspace(issuer, browser, async ctx => {
    await noteCall(ctx, application, false)
    const about = { application: application.id, protocol: protocols.oidc, step: 'second-factor' }
    await noteAttempt(ctx, { ...about, ok: false, reason, facts })
  })
  return refuseRequest(browser, why)
}

export function isFromBrowser(
  { at }: Issuer,
  row: Pick<SecondFactorRequestRow, 'browser_hash'>,
  { cookies }: Browser,
): boolean {
  const value = cookieIn(cookies, nameOf(at.config.publicUrl))
  return value !== undefined && sameBytes(row.browser_hash, hashOfFlow(value))
}

export async function beginRequest(
  issuer: Issuer,
  application: OidcApplication,
  asked: object,
  browser: Browser,
  state: { readonly hash: Buffer; readonly until: Date } | null,
): Promise<{ go: string; cookie: string } | undefined> {
  const { config, clock } = issuer.at
  const known = cookieIn(browser.cookies, nameOf(config.publicUrl))
  const value = known !== undefined && /^[\w-]{32}$/.test(known) ? known : randomBytes(24).toString('base64url')
  const id = newId()
  const now = clock.now()
  const ends = later(now, lasts)
  const kept = await inRequestWorkspace(issuer, browser, ctx =>
    insertRequest(ctx.db, {
      workspace_id: issuer.workspace.id,
      id,
      application_id: application.id,
      browser_hash: hashOfFlow(value),
      asked: JSON.stringify(asked),
      state_hash: state?.hash ?? null,
      created_at: now,
      // As long as the state could be replayed
      expires_at: state !== null && state.until > ends ? state.until : ends,
    }),
  )
  if (!kept) return undefined
  const cookie = writeCookie(config.publicUrl, { name: nameOf(config.publicUrl), value, path: '/', sameSite: 'Lax' })
  return { go: pathOf(browser, id), cookie }
}
