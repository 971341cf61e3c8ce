import { createHash } from 'node:crypto'
import { type Language, locales } from '@claviger/contract/platform/languages'
import { type Translate, sayIn } from '#platform/languages.ts'

// Pages outside the console, shown between two programs

const style = `:root{color-scheme:light dark;--b:#f6f8f8;--c:#fff;--t:#14191b;--m:#5d686d;--l:#d3dadc;--a:#046573;--r:#046573;--o:#fff}
@media(prefers-color-scheme:dark){:root{--b:#0b0f10;--c:#121719;--t:#e6eaeb;--m:#8f9a9e;--l:#323b3f;--a:#0f7987;--r:#6ccadb;--o:#fff}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--b);color:var(--t);font:16px/24px system-ui,sans-serif}
main{width:100%;max-width:440px;background:var(--c);border:1px solid var(--l);border-radius:12px;padding:32px 24px}
h1{font-size:22px;line-height:28px;margin:0 0 12px;overflow-wrap:anywhere}p,ul{margin:0 0 12px;overflow-wrap:anywhere}ul{padding-left:20px}
.m{color:var(--m);font-size:14px;line-height:20px}code{font:600 20px/28px ui-monospace,monospace;letter-spacing:1px}
main>:last-child{margin-bottom:0}form{margin:20px 0 16px;display:flex;flex-wrap:wrap;gap:12px}label{width:100%;font-weight:600}
input[type=text]{width:100%;height:44px;border:1px solid var(--l);border-radius:8px;padding:0 12px;background:var(--b);color:var(--t);font:600 18px ui-monospace,monospace;letter-spacing:2px;text-transform:uppercase}
button{flex:1 1 140px;min-height:44px;border-radius:8px;border:1px solid var(--l);background:transparent;color:var(--t);font:600 16px system-ui,sans-serif;cursor:pointer}
a.p{display:block;margin:20px 0 16px;padding:10px 12px;border-radius:8px;font-weight:600;text-align:center;text-decoration:none}
.p{background:var(--a);border-color:var(--a);color:var(--o)}:focus-visible{outline:2px solid var(--r);outline-offset:2px}iframe{display:none}img{display:block;border-radius:8px;margin:0 0 12px;object-fit:contain}`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const styleHash = hashOf(style)

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Removes bidirectional and invisible characters from untrusted names. */
export const plainName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').slice(0, 100)

export interface BrowserPage {
  readonly language: Language
  readonly title: string
  readonly picture?: string | null
  readonly lines: readonly string[]
  readonly small?: readonly string[]
  /** Our own markup, with all untrusted content escaped. */
  readonly body?: string
  /** An own script, allowed by its hash. */
  readonly script?: string
  readonly formTo?: readonly string[]
  readonly goesTo?: string
  readonly frames?: readonly string[]
}

export function writePage(page: BrowserPage): { headers: Record<string, string>; html: string } {
  const { language, title, lines, small = [], body = '', script, formTo = [], frames = [], goesTo } = page
  const { picture = null } = page
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    ...(picture === null ? [] : ["img-src 'self'"]),
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    `form-action ${["'self'", ...formTo].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  const html = `<!doctype html><html lang="${locales[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${goesTo === undefined ? '' : `<meta http-equiv="refresh" content="3;url=${escapeHtml(goesTo)}">`}<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${picture === null ? '' : `<img src="${escapeHtml(picture)}" alt="" width="48" height="48">`}<h1>${escapeHtml(title)}</h1>${lines.map(paragraph).join('')}${body}${small.map(text => `<p class="m">${escapeHtml(text)}</p>`).join('')}</main>${script === undefined ? '' : `<script>${script}</script>`}</body></html>`
  const headers = {
    'content-security-policy': policy,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  }
  return { headers, html }
}

/** Where a refused user signs in another way, and the cookie that binds the way back to the browser. */
export interface OtherSignIn {
  readonly location: string
  readonly cookie: string
}

export function refusalPage(
  language: Language,
  why: (say: Translate) => string,
  reference: string | undefined,
  other?: OtherSignIn,
) {
  const say = sayIn(language)
  const link = (to: string) => `<a class="p" href="${escapeHtml(to)}">${escapeHtml(say('Sign in another way'))}</a>`
  const { headers, html } = writePage({
    language,
    title: say("This sign-in can't continue"),
    lines: [why(say)],
    ...(other && { body: link(other.location) }),
    small: reference === undefined ? [] : [say('Reference for your administrator: {reference}', { reference })],
  })
  return { headers: { ...headers, ...(other && { 'set-cookie': other.cookie }) }, html }
}
