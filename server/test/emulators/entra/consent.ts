// learn.microsoft.com/entra/identity-platform/v2-admin-consent
import { randomUUID } from 'node:crypto'
import type { EntraEmulator } from './mounting.ts'

export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, one => `&#${String(one.charCodeAt(0))};`)

export function consent(emulator: EntraEmulator): void {
  const { app } = emulator
  app.get<{ Params: { tenant: string }; Querystring: Record<string, string> }>(
    '/:tenant/v2.0/adminconsent',
    (request, reply) => {
      const { client_id: id = '', redirect_uri: back = '', scope, state = '', answer } = request.query
      const client = emulator.clients.get(id)
      const { tenant } = request.params
      if (!client) return reply.code(400).send('AADSTS700016: Application was not found in the directory.')
      if (tenant !== emulator.tenant && tenant !== 'organizations')
        return reply.code(400).send(`AADSTS90002: Tenant '${tenant}' not found.`)
      if (tenant === 'organizations' && client.multi !== true)
        return reply.code(400).send('AADSTS50194: The application is not configured as a multi-tenant application.')
      if (scope === undefined) return reply.code(400).send("AADSTS900144: The request must contain 'scope'.")
      if (!URL.canParse(back) || !(client.redirects ?? []).includes(back))
        return reply.code(400).send('AADSTS50011: The redirect URI does not match those configured.')
      const url = new URL(back)
      url.searchParams.set('state', state)
      if (answer === 'no') {
        url.searchParams.set('error', 'access_denied')
        url.searchParams.set('error_description', 'AADSTS65004: User declined to consent to access the app.')
        return reply.redirect(url.href)
      }
      if (answer === 'yes') {
        for (const role of client.asks ?? []) client.roles.add(role)
        url.searchParams.set('admin_consent', 'True')
        url.searchParams.set('tenant', emulator.tenant)
        url.searchParams.set('scope', scope)
        return reply.redirect(url.href)
      }
      const way = (choice: string) =>
        escaped(`?${new URLSearchParams({ ...request.query, answer: choice }).toString()}`)
      return reply.type('text/html').send(
        `<!doctype html><title>Permissions requested</title><h1>${escaped(client.name)}</h1>
<p>This is an emulator of Entra ID (${randomUUID().slice(0, 8)}). The application asks for:</p>
<ul>${(client.asks ?? []).map(one => `<li>${escaped(one)}</li>`).join('')}</ul>
<p><a href="${way('yes')}">Accept</a> <a href="${way('no')}">Cancel</a></p>`,
      )
    },
  )
}
