import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { sayIn } from '#platform/languages.ts'
import {
  escapeHtml,
  type BrowserPage,
  plainName,
  refusalPage,
  writePage,
} from '../browser-sessions/browser-sessions.page.ts'
import { currentRequest } from './request-facts.ts'

type Words = Omit<BrowserPage, 'language'>

type Shown = Pick<KoaContextWithOIDC, 'set' | 'body'>

function show(ctx: Shown, page: Words): void {
  const { headers, html } = writePage({ ...page, language: currentRequest().language })
  ctx.set(headers)
  ctx.body = html
}

const words = () => sayIn(currentRequest().language)

/** The error page for the user. Never shows protocol errors, which are for developers. */
export function refuse(ctx: Shown, out: ErrorOut): void {
  const { language, requestId } = currentRequest()
  const gone = out.error === 'session_not_found' || /expired/.test(out.error_description ?? '')
  const { headers, html } = refusalPage(
    language,
    say =>
      gone
        ? say('This sign-in expired or was started in another browser. Open the application again')
        : say("The application requested something it isn't registered for. Contact your administrator"),
    requestId,
  )
  ctx.set(headers)
  ctx.body = html
}

export function askUserCode(ctx: KoaContextWithOIDC, form: string, out?: ErrorOut, error?: Error): void {
  const say = words()
  const wrong = out !== undefined || error !== undefined
  show(ctx, {
    title: say('Connect a device'),
    lines: [
      ...(wrong ? [say('This code is wrong or has expired. Check the code on your device')] : []),
      say('Enter the code shown on the device in front of you.'),
    ],
    small: [say('Never enter a code you received from another person. That person would be signed in as you.')],
    body: `<form method="post" action="${actionIn(form)}">${hiddenIn(form)}<label for="code">${escapeHtml(say('Code'))}</label><input type="text" id="code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus><button class="p" type="submit">${escapeHtml(say('Continue'))}</button></form>`,
  })
}

export function confirmUserCode(
  ctx: KoaContextWithOIDC,
  form: string,
  client: { clientName?: string | undefined; clientId: string },
  device: Record<string, unknown>,
  code: string,
): void {
  const say = words()
  const ip = typeof device['ip'] === 'string' ? device['ip'] : ''
  const application = plainName(client.clientName ?? client.clientId)
  show(ctx, {
    title: say('Is this your device?'),
    lines: [
      say('{application} wants to sign in as you on a device with the IP address {ip}.', { application, ip }),
      say('The device must show this code:'),
    ],
    body: `<p><code>${escapeHtml(code)}</code></p><form method="post" action="${actionIn(form)}">${hiddenIn(form)}<button class="p" type="submit" name="confirm" value="yes">${escapeHtml(say('Yes, sign in'))}</button><button type="submit" name="abort" value="yes">${escapeHtml(say('No'))}</button></form>`,
    small: [
      say('If you received this code or link from another person, choose No. That person would be signed in as you.'),
    ],
  })
}

export function userCodeDone(ctx: KoaContextWithOIDC): void {
  const say = words()
  show(ctx, {
    title: say('The device is connected'),
    lines: [say('The device continues automatically. You can close this page.')],
  })
}

/** Asks before signing out: an application may request it, but not do it. */
export function renderSignOutQuestion(ctx: KoaContextWithOIDC, form: string): void {
  const say = words()
  const to = ctx.oidc.params?.['post_logout_redirect_uri']
  show(ctx, {
    title: say('Sign out?'),
    lines: [say('This signs you out here and of all applications you opened from here.')],
    body: `<form method="post" action="${actionIn(form)}">${hiddenIn(form)}<button class="p" type="submit" name="logout" value="yes" autofocus>${escapeHtml(say('Sign out'))}</button><button type="submit">${escapeHtml(say('Stay signed in'))}</button></form>`,
    formTo: typeof to === 'string' && URL.canParse(to) ? [originFor(to)] : [],
  })
}

export function renderSigningOut(ctx: Shown, frames: string[], on: string): void {
  const say = words()
  show(ctx, {
    title: say('You are signed out'),
    lines: [say('Signing you out of your applications…')],
    body: `${frames.map(src => `<iframe src="${escapeHtml(src)}" title="" sandbox="allow-same-origin allow-scripts"></iframe>`).join('')}<p><a href="${escapeHtml(on)}">${escapeHtml(say('Continue'))}</a></p>`,
    frames: [...new Set(frames.map(originFor))],
    goesTo: on,
  })
}

export function signedOut(ctx: KoaContextWithOIDC): void {
  const say = words()
  show(ctx, { title: say('You are signed out'), lines: [say('You can close this page.')] })
}

/** A CSP form target: an origin, or an application's custom scheme. */
export function originFor(address: string): string {
  const url = new URL(address)
  return url.origin === 'null' ? url.protocol : url.origin
}

/** The provider's form contains a CSRF token; action and token are copied. */
const actionIn = (form: string) => /action="([^"]*)"/.exec(form)?.[1] ?? ''
const hiddenIn = (form: string) =>
  (form.match(/<input[^>]*type="hidden"[^>]*>/g) ?? []).filter(one => !/name="confirm"/.test(one)).join('')
