import type { Language } from '@claviger/contract/platform/languages'
import { msg, sayIn } from '#platform/languages.ts'
import { escapeHtml, refusalPage, writePage } from '../browser-sessions/browser-sessions.page.ts'
import type { SamlRefusal } from './saml-refusals.ts'

export type BrowserResponse =
  | { readonly to: string; readonly cookie?: string }
  | { readonly html: string; readonly headers: Readonly<Record<string, string>>; readonly status: number }

const submit = 'document.forms[0].submit()'

/** A page that auto-submits a form to an application (Bindings §3.5.4). */
export function posting(
  language: Language,
  to: string,
  fields: Readonly<Record<string, string | undefined>>,
): BrowserResponse {
  const say = sayIn(language)
  const inputs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`],
  )
  const page = writePage({
    language,
    title: say('One moment'),
    lines: [],
    body: `<form method="post" action="${escapeHtml(to)}">${inputs.join('')}<button class="p">${escapeHtml(say('Resume'))}</button></form>`,
    script: submit,
    // Browsers apply this to the application's redirects too, and only the application knows those
    formTo: [new URL(to).origin, 'https:'],
  })
  return { ...page, status: 200 }
}

const base64 = (xml: string) => Buffer.from(xml).toString('base64')

export const postingMessage = (
  language: Language,
  to: string,
  kind: 'SAMLRequest' | 'SAMLResponse',
  xml: string,
  relayState: string | undefined,
): BrowserResponse => posting(language, to, { [kind]: base64(xml), RelayState: relayState })

export function refusal(language: Language, refused: SamlRefusal): BrowserResponse {
  return {
    ...refusalPage(
      language,
      say =>
        say(refused.says ?? words[refused.reason] ?? msg("The application sent a request that can't be processed")),
      refused.reference,
      refused.other,
    ),
    status: statusOf(refused),
  }
}

const statusOf = ({ reason }: SamlRefusal) => (byPerson.has(reason) ? 403 : 400)
const byPerson = new Set([
  'not-assigned',
  'policy',
  'user-inactive',
  'off',
  'demand-unmet',
  'idp-initiated-not-allowed',
])

const late = msg('This sign-in expired or was already used. Open the application again')

const words: Partial<Record<SamlRefusal['reason'], string>> = {
  'not-assigned': msg("You don't have access to this application. Ask your administrator"),
  policy: msg("Your workspace's policy doesn't allow this sign-in"),
  off: msg('This application is turned off'),
  'user-inactive': msg("Your account can't be used at the moment"),
  'idp-initiated-not-allowed': msg("This application can't be opened from here. Open its own page and sign in there"),
  'request-expired': late,
  'request-repeated': late,
  'unknown-entity': msg("This application isn't registered here"),
}
