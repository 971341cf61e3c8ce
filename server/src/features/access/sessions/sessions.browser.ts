import { randomBytes } from 'node:crypto'
import { idBytes, idOfBytes } from '#platform/ids.ts'
import type { AutocommitContext, TransactionContext, AppContext } from '#platform/app-context.ts'
import { cookieIn, cookieOf, giveCookie, hostCookie, writeCookie } from '#http/cookies.ts'
import { record } from '#platform/record/record.ts'
import { endSessionOf } from './sessions.store.ts'

// With this cookie a browser is recognized where no script of ours runs, for example when an application redirects
// the user here. It is a separate kind of reference, so it can't be used as an access token; each use checks that the
// session still exists. Each sign-in issues a new one, whatever cookie the browser had (decision 34).

/** A separate cookie per workspace, so that signing in to another one does not sign out here. */
const nameFor = (world: Pick<AppContext, 'config'>, workspace: string) =>
  hostCookie(world.config.publicUrl, `claviger-sso-${workspace.slice(-12)}`)

const cookie = { path: '/', sameSite: 'Lax' } as const

export function keepInBrowser(
  ctx: TransactionContext | AutocommitContext,
  session: { id: string; workspace: string; endsAt: Date },
): void {
  const { id, workspace, endsAt } = session
  const payload = Buffer.concat([idBytes(id), idBytes(workspace), randomBytes(16)])
  const value = ctx.references.sign('browser', payload, endsAt)
  giveCookie(ctx.request, ctx.config.publicUrl, { ...cookie, name: nameFor(ctx, workspace), value })
}

export const forgetBrowserSession = (ctx: TransactionContext, workspace: string): void =>
  giveCookie(ctx.request, ctx.config.publicUrl, { ...cookie, name: nameFor(ctx, workspace), value: '', days: 0 })

export const forgottenCookie = (world: AppContext, workspace: string): string =>
  writeCookie(world.config.publicUrl, { ...cookie, name: nameFor(world, workspace), value: '', days: 0 })

export async function signOutBrowser(
  ctx: TransactionContext,
  who: { id: string; name: string },
  session: string,
): Promise<void> {
  if (await endSessionOf(ctx.db, who.id, session, ctx.clock.now(), 'own'))
    await record(ctx, { action: 'sign-out', by: who })
}

/** The session in the browser's cookie for a workspace, without checking that it still exists. */
export const browserSession = (ctx: TransactionContext, workspace: string): string | undefined =>
  sessionOf(ctx, workspace, cookieOf(ctx.request, nameFor(ctx, workspace)))

export const browserSessionIn = (
  world: AppContext,
  workspace: string,
  cookies: string | undefined,
): string | undefined => sessionOf(world, workspace, cookieIn(cookies, nameFor(world, workspace)))

function sessionOf(world: AppContext, workspace: string, value: string | undefined): string | undefined {
  const payload = value === undefined ? undefined : world.references.read('browser', value, world.clock.now())
  if (payload?.length !== 48 || idOfBytes(payload.subarray(16, 32)) !== workspace) return undefined
  return idOfBytes(payload.subarray(0, 16))
}
