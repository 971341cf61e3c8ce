import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOfHeader } from '#platform/languages.ts'
import { Problem } from '#platform/problem.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Limits } from '#http/limits/limits.ts'
import { mustBeSingle } from '#http/text-gate.ts'
import { issuerAt } from '../oidc/oidc.issuer.ts'
import { mountDuo } from './duo/mount.ts'
import { beginSecondFactor } from './entra-second-factor.ts'
import type { Browser, SecondFactorStep } from './second-factor-request.ts'
import { continueSecondFactor, secondFactorApplication } from './second-factor.ts'

type Request = FastifyRequest<{ Params: { workspace: string; id?: string } }>

const largest = 16_000

/**
 * Handles external form requests at `/oidc/{workspace}/authorize`; those that are no second-factor requests
 * continue there as a GET. Duo clients use `/oauth/v1`.
 */
export function mountSecondFactor(app: FastifyInstance, world: AppContext, limits: Limits): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largest }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post<{ Params: { workspace: string } }>(
      '/oidc/:workspace/authorize',
      { bodyLimit: largest },
      (request, reply) => begin(world, limits, request, reply),
    )
    scope.get<{ Params: { workspace: string; id: string } }>(
      '/sso/second-factor/:workspace/:id',
      { exposeHeadRoute: false },
      (request, reply) => goOn(world, limits, request, reply),
    )
    mountDuo(scope, world, limits, send)
    done()
  })
}

const browserOf = (request: Request): Browser => ({
  cookies: request.headers.cookie,
  language: languageOfHeader(request.headers['accept-language']),
  request: { id: request.id, ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
  address: request.params.workspace,
})

async function begin(world: AppContext, limits: Limits, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  await limits('sign-in', request)
  const issuer = await issuerAt(world, request.params.workspace)
  if (!issuer) throw new Problem('not-found')
  const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  mustBeSingle(fields)
  const application = await secondFactorApplication(issuer, fields.get('client_id') ?? undefined)
  if (application) return send(reply, await beginSecondFactor(issuer, application, fields, browserOf(request)))
  // A cross-site POST carries no SameSite cookie, so it continues as a same-site GET
  const on = `/oidc/${request.params.workspace}/authorize?${fields.toString()}`
  return send(reply, { go: on })
}

async function goOn(world: AppContext, limits: Limits, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  await limits('sign-in', request)
  const { workspace, id = '' } = request.params
  const issuer = await issuerAt(world, workspace)
  if (!issuer || !/^[\da-f-]{36}$/.test(id)) throw new Problem('not-found')
  return send(reply, await continueSecondFactor(issuer, id, browserOf(request)))
}

function send(reply: FastifyReply, step: SecondFactorStep): FastifyReply {
  if ('page' in step) return reply.code(step.status).headers(step.page.headers).send(step.page.html)
  if (step.cookie !== undefined) void reply.header('set-cookie', step.cookie)
  return reply.header('cache-control', 'no-store').redirect(step.go, 303)
}
