import { randomBytes } from 'node:crypto'
import { idBytes, idOfBytes } from '../../../ground/ids.ts'
import type { Apart, Ctx, World } from '../../../ground/world.ts'
import { cookieIn, cookieOf, giveCookie, hostCookie, writeCookie } from '../../../http/cookies.ts'
import { record } from '../../../ground/record/record.ts'
import { endSessionOf } from './sessions.store.ts'

// By this cookie a browser is known where no script of ours runs: an application leads the person to us. It is a
// reference of its own kind, so no call takes it for an access token; whether the session still stands is asked each
// time. Each sign-in gives another one, whatever the browser had before (decision 34).

/** A workspace has a cookie of its own, so that signing in at another one does not sign out here. */
const nameFor = (world: Pick<World, 'config'>, workspace: string) =>
  hostCookie(world.config.publicUrl, `claviger-sso-${workspace.slice(-12)}`)

const cookie = { path: '/', sameSite: 'Lax' } as const

/** Gives the browser of the request what a session is known by at single sign-on. */
export function keepInBrowser(ctx: Ctx | Apart, session: { id: string; workspace: string; endsAt: Date }): void {
  const { id, workspace, endsAt } = session
  const payload = Buffer.concat([idBytes(id), idBytes(workspace), randomBytes(16)])
  const value = ctx.references.sign('browser', payload, endsAt)
  giveCookie(ctx.request, ctx.config.publicUrl, { ...cookie, name: nameFor(ctx, workspace), value })
}

/** Takes it away again. */
export const forgetBrowserSession = (ctx: Ctx, workspace: string): void =>
  giveCookie(ctx.request, ctx.config.publicUrl, { ...cookie, name: nameFor(ctx, workspace), value: '', days: 0 })

/** What takes it away, for an answer that no call of the API gives. */
export const forgottenCookie = (world: World, workspace: string): string =>
  writeCookie(world.config.publicUrl, { ...cookie, name: nameFor(world, workspace), value: '', days: 0 })

/** Ends the session by which a browser is known, at the wish of whoever sits there. */
export async function signOutBrowser(ctx: Ctx, who: { id: string; name: string }, session: string): Promise<void> {
  if (await endSessionOf(ctx.db, who.id, session, ctx.clock.now(), 'own'))
    await record(ctx, { action: 'sign-out', by: who })
}

/** The session of a workspace that the browser of the request is known by; whether it still stands is not asked. */
export const browserSession = (ctx: Ctx, workspace: string): string | undefined =>
  sessionOf(ctx, workspace, cookieOf(ctx.request, nameFor(ctx, workspace)))

/** What a browser that sent these cookies is known by; whether that session still stands is not asked. */
export const browserSessionIn = (world: World, workspace: string, cookies: string | undefined): string | undefined =>
  sessionOf(world, workspace, cookieIn(cookies, nameFor(world, workspace)))

function sessionOf(world: World, workspace: string, value: string | undefined): string | undefined {
  const payload = value === undefined ? undefined : world.references.read('browser', value, world.clock.now())
  if (payload?.length !== 48 || idOfBytes(payload.subarray(16, 32)) !== workspace) return undefined
  return idOfBytes(payload.subarray(0, 16))
}
