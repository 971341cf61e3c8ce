import type { FastifyInstance } from 'fastify'

export function parseForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const form = new URLSearchParams(String(body))
    if (new Set(form.keys()).size !== form.size) done(new Error('A field came twice'))
    else done(null, Object.fromEntries(form))
  })
}
