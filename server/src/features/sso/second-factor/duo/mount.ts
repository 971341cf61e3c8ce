import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { speaksDuo } from '@claviger/contract/apps/applications'
import { isOpenTo } from '#platform/entrance/entrance.ts'
import { transact } from '#platform/db/transaction.ts'
import { languageOfHeader, msg } from '#platform/languages.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Limits } from '#http/limits/limits.ts'
import { mustBeSingle } from '#http/text-gate.ts'
import { applicationByClientId, workspaceOfDuo } from '#features/apps/applications/applications.ts'
import { type Issuer, issuerAt } from '#features/sso/oidc/oidc.issuer.ts'
import { type Browser, inRequestWorkspace, refuseRequest, type SecondFactorStep } from '../second-factor-request.ts'
import { type DuoApiResponse, answerCode, answerHealth, notProven } from './duo-answers.ts'
import { beginDuo } from './duo-requests.ts'
import type { DuoApplication } from './signed-duo-requests.ts'

const browserOf = (request: FastifyRequest): Browser => ({
  cookies: request.headers.cookie,
  language: languageOfHeader(request.headers['accept-language']),
  request: { id: request.id, ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
  address: '',
})

/** One vendor's clients send a form, the other's a query string. */
function fieldsOf(request: FastifyRequest): URLSearchParams {
  const query = request.raw.url?.split('?')[1] ?? ''
  const fields = new URLSearchParams([query, typeof request.body === 'string' ? request.body : ''].join('&'))
  mustBeSingle(fields)
  return fields
}

async function askerOf(
  world: AppContext,
  clientId: string | null,
): Promise<{ issuer: Issuer; application: DuoApplication } | undefined> {
  if (clientId === null || !/^DI[A-Z0-9]{18}$/.test(clientId)) return undefined
  const request = { id: 'sso', ip: '', userAgent: '' }
  const workspace = await transact(world, { actor: { kind: 'nobody' }, request }, ctx => workspaceOfDuo(ctx, clientId))
  const issuer = workspace === undefined ? undefined : await issuerAt(world, workspace)
  if (!issuer) return undefined
  const application = await inRequestWorkspace(issuer, undefined, async ctx =>
    (await isOpenTo(ctx, 'second-factor')) ? applicationByClientId(ctx, clientId) : undefined,
  )
  return application && speaksDuo(application.settings) ? { issuer, application } : undefined
}

export function mountDuo(scope: FastifyInstance, world: AppContext, limits: Limits, send: Send): void {
  const byProgram =
    (kind: 'health' | 'token', tell: typeof answerCode) => async (request: FastifyRequest, reply: FastifyReply) => {
      await limits('applications', request)
      const fields = fieldsOf(request)
      const asker = await askerOf(world, fields.get('client_id'))
      const { status, body }: DuoApiResponse = asker
        ? await tell(asker.issuer, asker.application, fields, browserOf(request))
        : notProven(world.clock.now())[kind]
      // Limits guessing
      if (status !== 200) await limits('strangers', request)
      return reply.code(status).header('cache-control', 'no-store').send(body)
    }
  scope.post('/oauth/v1/health_check', byProgram('health', answerHealth))
  scope.post('/oauth/v1/token', byProgram('token', answerCode))
  const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
    await limits('sign-in', request)
    const fields = fieldsOf(request)
    const asker = await askerOf(world, fields.get('client_id'))
    const browser = browserOf(request)
    if (!asker) {
      await limits('strangers', request)
      return send(reply, refuseRequest(browser, msg("The request for this sign-in can't be read")))
    }
    const { issuer, application } = asker
    return send(reply, await beginDuo(issuer, application, fields, { ...browser, address: issuer.workspace.slug }))
  }
  scope.get('/oauth/v1/authorize', { exposeHeadRoute: false }, authorize)
  // A cross-site POST carries no SameSite cookie, so it continues as a same-site GET
  scope.post('/oauth/v1/authorize', async (request, reply) => {
    await limits('sign-in', request)
    return send(reply, { go: `/oauth/v1/authorize?${fieldsOf(request).toString()}` })
  })
}

type Send = (reply: FastifyReply, step: SecondFactorStep) => FastifyReply
