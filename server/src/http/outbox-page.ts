import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sameBytes } from '../platform/secrets/seal.ts'
import type { AppContext } from '../platform/app-context.ts'
import { html, letterText } from '../integrations/mail-template.ts'
import { outboxMails } from '../integrations/mail.ts'

/** The key in the outbox page's address: anyone who reads these emails can sign in as any user. */
export const outboxKey = (world: AppContext): string =>
  createHmac('sha256', world.hashKey).update('outbox page').digest('base64url').slice(0, 32)

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const style =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

export function outboxPage(app: FastifyInstance, world: AppContext): void {
  if (world.config.smtpUrl !== undefined) return
  const right = (key: unknown) => typeof key === 'string' && sameBytes(Buffer.from(key), Buffer.from(outboxKey(world)))
  app.get<{ Querystring: { key?: string; mail?: string; format?: string } }>('/outbox', async (request, reply) => {
    if (!right(request.query.key)) return reply.code(404).type('text/plain').send('Not found')
    const mails = await outboxMails(world)
    void reply
      .header('content-security-policy', style)
      .header('cache-control', 'no-store')
      .header('x-frame-options', 'SAMEORIGIN')
    if (request.query.format === 'json') {
      return {
        mails: mails.map(m => ({
          id: m.id,
          to: m.to,
          subject: m.subject,
          text: letterText(m),
          sentAt: m.sentAt,
          code: m.code,
          link: m.button?.href,
          attachments: (m.attachments ?? []).map(({ name }) => name),
        })),
      }
    }
    const one = mails.find(m => m.id === request.query.mail)
    if (one) return reply.type('text/html; charset=utf-8').send(html(one))
    const rows = mails.map(
      m =>
        `<li><strong>${escape(m.subject)}</strong> to ${escape(m.to)}, ${m.sentAt.toISOString()}<pre>${escape(letterText(m))}</pre><a href="?key=${escape(request.query.key ?? '')}&amp;mail=${m.id}">As it looks</a></li>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox</title><style>body{font:14px/21px system-ui;max-width:720px;margin:32px auto;padding:0 16px}li{margin:0 0 24px}pre{white-space:pre-wrap;background:#f6f8f8;padding:12px;border-radius:6px}</style></head><body><h1>Outbox</h1><p>No SMTP server is configured, so mails stay here for seven days.</p><ul>${rows.join('') || '<li>No mails yet.</li>'}</ul></body></html>`,
      )
  })
}
