import type { Endpoint } from '@claviger/contract/ground/endpoint'
import { problems } from '@claviger/contract/ground/problems'
import type { Bound } from './bind.ts'
import { outputSchema } from './serialize.ts'

interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  anyOf?: JsonSchema[]
  maxLength?: number
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const typeOf = (schema: JsonSchema): string => {
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

const fields = (schema: JsonSchema): string =>
  Object.entries(schema.properties ?? {})
    .map(
      ([name, field]) =>
        `<tr><td><code>${name}</code></td><td>${escape(typeOf(field))}${schema.required?.includes(name) ? '' : ', optional'}</td></tr>`,
    )
    .join('')

function section(endpoint: Endpoint): string {
  const input = fields(outputSchema(endpoint.input))
  const reply = fields(outputSchema(endpoint.reply))
  const refusals = endpoint.fails
    .map(code => `<li>${problems[code].status} <code>${code}</code>: ${escape(problems[code].says)}</li>`)
    .join('')
  return `<section id="${endpoint.feature}.${endpoint.call}"><h3><code>${endpoint.method} ${escape(endpoint.path)}</code></h3><p>${escape(endpoint.summary)}.</p><p class="may">Permission: ${endpoint.may}</p>${input && `<h4>Input</h4><table>${input}</table>`}${reply && `<h4>Reply</h4><table>${reply}</table>`}${refusals && `<h4>Refusals</h4><ul>${refusals}</ul>`}</section>`
}

const style = `body{font:14px/21px system-ui,sans-serif;color:#14191b;max-width:880px;margin:32px auto;padding:0 16px}h2{margin:40px 0 8px;border-bottom:1px solid #e3e8e9}h3{margin:32px 0 4px;font-size:15px}h4{margin:12px 0 4px;font-size:13px}code{font-family:ui-monospace,monospace;font-size:13px}table{border-collapse:collapse}td{padding:2px 24px 2px 0;vertical-align:top}.may{color:#5d686d;margin:0}@media(prefers-color-scheme:dark){body{background:#121719;color:#e6eaeb}h2{border-color:#262e31}.may{color:#8f9a9e}a{color:#6ccadb}}`

const shell = `curl -s ORIGIN/api/v1/auth/refresh -H 'content-type: application/json' -d '{"refreshToken":"..."}'
curl -s 'ORIGIN/administrator/tokens/v2?pageSize=50&amp;sort=name' -H "Authorization: $ACCESS_TOKEN"
curl -s ORIGIN/administrator/tokens -H "Authorization: $ACCESS_TOKEN" -H 'content-type: application/json' \\
  -d '{"userId":"ada","firstName":"Ada","lastName":"Byron","email":"ada@example.org","invite":true}'`

const keyShell = `export CLAVIGER_KEY=cvg_admin_...
curl -s 'ORIGIN/administrator/tokens/v2?search=ada&amp;pageSize=10' -H "Authorization: $CLAVIGER_KEY"
curl -s ORIGIN/administrator/tokens -H "Authorization: Bearer $CLAVIGER_KEY" -H 'content-type: application/json' \\
  -d '{"userId":"grace","firstName":"Grace","lastName":"Murray","email":"grace@example.org"}'
curl -s 'ORIGIN/administrator/workspace/activity/logs?kind=change' -H "Authorization: $CLAVIGER_KEY"
curl -s ORIGIN/administrator/workspace/api-keys -H "Authorization: $CLAVIGER_KEY" -H 'content-type: application/json' \\
  -d '{"name":"Payroll","type":0,"scopes":["users.read"],"addresses":["192.0.2.0/24"]}'`

const aboutKeys = `<h2 id="keys">API keys</h2><p>An administrator makes keys under Automation, API keys. Send the key in <code>Authorization</code>, alone or after <code>Bearer</code>. A key of type Admin may do what whoever made it may, or less where it has scopes, and loses what that person loses until an owner takes it over; it is no person, so calls of permission <code>self</code> are shut to it, and a key that is narrowed by scopes, an end or networks makes no further keys. What asks people for a fresh passkey, making keys for instance, a key may do only where an owner granted it. Its value is shown once. The log names the key as the one who acted.</p><p>For scanners of leaked secrets: <code>cvg_(admin|mobile|client)_[0-9A-Za-z]{82}</code>, of which the last 6 characters are the CRC-32 of all before them, in base 62 of the digits 0–9, A–Z, a–z.</p><pre>${keyShell}</pre>`

/** The contract as one page for people. */
export function docsPage(bounds: readonly Bound[]): string {
  const byFeature = Object.groupBy(bounds, bound => bound.endpoint.feature)
  const parts = Object.entries(byFeature).map(
    ([name, rows]) => `<h2 id="${name}">${name}</h2>${(rows ?? []).map(row => section(row.endpoint)).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Claviger API</title><style>${style}</style></head><body><h1>Claviger API</h1><p>Also as <a href="/openapi.json">OpenAPI 3.1</a>. Send the access token in <code>Authorization</code>; every refusal is <code>{ message, code, requestId }</code>. Lists take <code>page</code>, <code>pageSize</code>, <code>after</code>, <code>search</code>, <code>sort</code> and <code>order</code>.</p><h2>Examples</h2><pre>${shell}</pre>${aboutKeys}${parts.join('')}</body></html>`
}
