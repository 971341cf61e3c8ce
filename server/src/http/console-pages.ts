import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../platform/problem.ts'
import type { AppContext } from '../platform/app-context.ts'
import { replyProblem } from './problem-reply.ts'
import { permissionsPolicy } from './reply-headers.ts'
import { screensOf } from './screens.ts'

const built = join(import.meta.dirname, '../../../console/dist')
const ownPages =
  /^\/(docs|openapi\.json|health|metrics|outbox|assets|oidc|oauth\/v1|saml|forward-auth|sso\/(?:continue|second-factor)|api\/workspace-icon|api\/application-picture|login\/sso|api\/sso\/oidc\/sp\/callback|api\/sso\/saml\/idp\/[^/?]+\/(?:metadata|slo))(\/|\?|$)|\.(svg|png|ico|txt|js|webmanifest)(\?|$)/

// Badge users load a separate page without the console
const isCardPage = /^\/(?:self-service\/|msal\/result(?:[/?]|$))/
// So do attendance kiosks
const isKiosk = /^\/attendance-tracker\/?(?:\?|$)/

/** Whether a person opens the address in a browser, as opposed to a program calling it (decision G1). */
export function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || ownPages.test(request.url)) return false
  const mode = request.headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return /^text\/html|^application\/xhtml/.test(request.headers.accept ?? '')
}

/** Card fields are frames of Stripe, and only where cards are taken. */
const cardFields = {
  script: ' https://js.stripe.com',
  frame: ' https://js.stripe.com https://hooks.stripe.com',
  connect: ' https://api.stripe.com',
}
const noFields = { script: '', frame: '', connect: '' }

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const policyOf = (fields: typeof cardFields, reports = '') =>
  [
    "default-src 'none'",
    `script-src 'self'${fields.script}`,
    "style-src 'self'",
    // For positions and widths set by components; no stylesheet text can be injected through it
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${fields.connect}${reports}`,
    ...(fields.frame === '' ? [] : [`frame-src 'self'${fields.frame}`]),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

/** Serves the console: hashed assets cached forever, and its single page for every navigation. */
export async function pages(app: FastifyInstance, world: AppContext): Promise<void> {
  const [page, cardPage, kiosk] = ['index.html', 'self-service.html', 'attendance-tracker.html'].map(name =>
    existsSync(join(built, name)) ? readFileSync(join(built, name), 'utf8') : undefined,
  )
  const screens = screensOf(built)
  const { billing, stripePublishableKey, sentryDsn } = world.config
  const policy = policyOf(
    billing && stripePublishableKey !== undefined ? cardFields : noFields,
    sentryDsn === undefined ? '' : ` ${new URL(sentryDsn).origin}`,
  )
  // The console loads its reporter only if this names a service; card pages and kiosks never do
  const reported = sentryDsn === undefined ? '' : `<meta name="error-reports" content="${attribute(sentryDsn)}">`
  const show = (request: FastifyRequest, reply: FastifyReply) => {
    const ofKiosk = isKiosk.test(request.url)
    const html = ofKiosk ? kiosk : isCardPage.test(request.url) ? cardPage : page
    if (html === undefined)
      return reply.code(503).type('text/plain').send('The console is not built. Run: npm run build')
    if (ofKiosk) void reply.header('permissions-policy', permissionsPolicy('(self)'))
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html === page ? html.replace('</head>', `${reported}${screens.links(request.url)}</head>`) : html)
  }
  const { publicUrl, licenseAgreementUrl, privacyPolicyUrl } = world.config
  // Legal texts that the installation hosts elsewhere (decision G78)
  const legal: Record<string, string> = {
    '/legal/license-agreement': licenseAgreementUrl,
    '/legal/privacy-policy': privacyPolicyUrl,
  }
  // A client such as curl that doesn't ask for HTML gets the page, unless a call has the same address
  const isPage = (request: FastifyRequest) =>
    (request.method === 'GET' || request.method === 'HEAD') &&
    (request.is404 || request.routeOptions.url === '/*') &&
    // The kiosk's service worker fetches its page, which is no navigation
    (screens.has(request.url) || isKiosk.test(request.url))
  app.addHook('onRequest', async (request, reply) => {
    if (!isNavigation(request) && !isPage(request)) return undefined
    const text = legal[request.url.split('?')[0] ?? '']
    return text === undefined || text.startsWith(publicUrl) ? show(request, reply) : reply.redirect(text)
  })
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: built,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes(join('dist', 'assets'))
        void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return show(request, reply)
    return replyProblem(new Problem('not-found'), request, reply)
  })
  world.log.debug({ built: page !== undefined }, 'console pages')
}
