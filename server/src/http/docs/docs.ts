import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/app-context.ts'
import type { BoundEndpoint } from '../bind.ts'
import { forOperators } from '../operators/operators.ts'
import { openApi } from './openapi.ts'
import { docsPage } from './docs-page.ts'

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'"

const part = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/**
 * Serves the contract as a document and as a page; only to operators if the service is public. Both are built
 * at first use.
 */
export function describe(app: FastifyInstance, world: AppContext, bounds: readonly BoundEndpoint[]): void {
  const onRequest = forOperators(world.config)
  const made = new Map<string, string>()
  const serveText = (path: string, type: string, make: () => string) =>
    app.get(path, { onRequest }, (_request, reply) => {
      const text = made.get(path) ?? make()
      made.set(path, text)
      return reply.header('content-security-policy', policy).type(`${type}; charset=utf-8`).send(text)
    })
  const document = () => openApi(world.config.publicUrl, bounds)
  serveText('/openapi.json', 'application/json', () => JSON.stringify(document()))
  serveText('/docs', 'text/html', () => docsPage(document()))
  serveText('/docs/style.css', 'text/css', () => part('style.css'))
  serveText('/docs/script.js', 'text/javascript', () => part('script.js'))
}
