import type { OpenApi, OpenApiOperation } from './openapi.ts'
import { shellExample } from './example.ts'
import { type DocumentedField, documentedFieldsOf } from './documented-fields.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const said = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const titleOf = (noun: string) => {
  const words = noun.replaceAll('-', ' ').replace(/\bapi\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const code = (text: string) =>
  `<div class="code"><pre tabindex="0">${escape(text)}</pre><button type="button" hidden>Copy</button></div>`

const tableOf = (fields: readonly DocumentedField[]) =>
  `<div class="wide"><table><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Needed</th></tr>${fields
    .map(
      ({ name, type, required }) =>
        `<tr><td><code>${escape(name)}</code></td><td>${escape(type)}</td><td>${required ? 'yes' : ''}</td></tr>`,
    )
    .join('')}</table></div>`

const details = (title: string, inner: string) =>
  inner === '' ? '' : `<details><summary>${title}</summary>${inner}</details>`

const within = (fields: readonly DocumentedField[]) => (fields.length === 0 ? '' : tableOf(fields))

function call(origin: string, method: string, path: string, is: OpenApiOperation): string {
  const asked = is.parameters
    .map(one =>
      documentedFieldsOf({ properties: { [one.name]: one.schema }, ...(one.required && { required: [one.name] }) }),
    )
    .flat()
  const body = is.requestBody?.content['application/json']?.schema
  const reply = is.responses['200']?.content['application/json']?.schema
  const refusals = Object.entries(is.responses)
    .filter(([status]) => status !== '200')
    .map(([status, { description }]) => `<tr><td>${status}</td><td>${escape(description)}</td></tr>`)
  return `<article id="${is.operationId}"><h3><b>${method.toUpperCase()}</b><code>${escape(path)}</code><a href="#${is.operationId}" aria-label="Address of ${is.operationId}">#</a></h3><p>${said(is.summary)}.</p><p class="may">${escape(is.description)}</p>${[
    details('Input', within([...asked, ...(body ? documentedFieldsOf(body) : [])])),
    details('Reply', within(reply ? documentedFieldsOf(reply) : [])),
    details('Refusals', `<div class="wide"><table>${refusals.join('')}</table></div>`),
    details('Example', code(shellExample(origin, method, path, is))),
  ].join('')}</article>`
}

const start = (origin: string) => `<section id="start"><h1>Claviger API</h1>
<p>Send JSON, and who you are in <code>Authorization</code>: an API key or an access token, alone or after <code>Bearer</code>. Every refusal is <code>{ message, code, requestId }</code>, with <code>fields</code> where some need attention; codes stay, messages come in the language of <code>Accept-Language</code>. Lists take <code>page</code>, <code>pageSize</code>, <code>after</code>, <code>search</code>, <code>sort</code> and <code>order</code>. The same as a document for programs: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<h2 id="keys">API keys</h2><p>An administrator makes keys under Automation, API keys. Send the key in <code>Authorization</code>, alone or after <code>Bearer</code>. A key of type Admin may do what whoever made it may, or less where it has scopes, and loses what that person loses until an owner takes it over; it is no person, so calls of permission <code>self</code> are shut to it, and a key that is narrowed by scopes, an end or networks makes no further keys. What asks people for a fresh passkey, making keys for instance, a key may do only where an owner granted it. Its value is shown once. The log names the key as the one who acted.</p><p>For scanners of leaked secrets: <code>cvg_(admin|mobile|client)_[0-9A-Za-z]{82}</code>, of which the last 6 characters are the CRC-32 of all before them, in base 62 of the digits 0–9, A–Z, a–z.</p>
<h2>To begin with</h2>${code(`export CLAVIGER_KEY=cvg_admin_...

# People whose name has "ada" in it
curl -s "${origin}/administrator/tokens/v2?search=ada&pageSize=10" \\
  -H "Authorization: Bearer $CLAVIGER_KEY"

# A new user
curl -s -X POST "${origin}/administrator/tokens" \\
  -H "Authorization: Bearer $CLAVIGER_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"userId":"grace","firstName":"Grace","lastName":"Murray","email":"grace@example.org"}'

# What was changed lately
curl -s "${origin}/administrator/workspace/activity/logs?kind=change" \\
  -H "Authorization: Bearer $CLAVIGER_KEY"

# A key that may only read users, from one network
curl -s -X POST "${origin}/administrator/workspace/api-keys" \\
  -H "Authorization: Bearer $CLAVIGER_KEY" -H 'content-type: application/json' \\
  -d '{"name":"Payroll","type":0,"scopes":["users.read"],"addresses":["192.0.2.0/24"]}'`)}</section>`

export function docsPage(document: OpenApi): string {
  const origin = document.servers[0]?.url ?? ''
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, is]) => ({ path, method, is })),
  )
  const current = calls.filter(({ is }) => !is.deprecated)
  const byNoun = Object.entries(Object.groupBy(current, ({ is }) => is.tags[0] ?? '')).toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  const menu = byNoun.map(
    ([noun, of = []]) => `<li><a href="#${noun}">${titleOf(noun)} <span>${of.length}</span></a></li>`,
  )
  const sections = byNoun.map(
    ([noun, of = []]) =>
      `<section id="${noun}" data-noun><h2>${titleOf(noun)}</h2>${of.map(({ path, method, is }) => call(origin, method, path, is)).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Claviger API</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/docs/style.css"><script type="module" src="/docs/script.js"></script></head><body><header><b>Claviger API</b><input id="find" type="search" placeholder="Find a call" aria-label="Find a call" hidden><span id="count" role="status"></span><a href="/openapi.json">OpenAPI 3.1</a></header><nav aria-label="Nouns"><ul>${menu.join('')}</ul></nav><main>${start(origin)}${sections.join('')}</main></body></html>`
}
