import { type interactionPolicy as Policies, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { AutocommitContext } from '#platform/app-context.ts'
import type { OidcApplication } from '#features/apps/applications/applications.ts'
import { acrRequired, acrs, isOurAcr } from '#features/sso/browser-sessions/browser-sessions.methods.ts'
import { admitBrowserUser } from './admit.ts'
import { currentRequest } from '../request-facts.ts'
import { applicationOf } from './clients.ts'

const { base, Check, Prompt } = interactionPolicy

export const acrsSupported = Object.values(acrs)

export function requestedAcrs(application: OidcApplication | undefined, params: Record<string, unknown>): string[][] {
  const demanded = application && acrRequired(application.settings.demand)
  const essential = essentialAcrs(params['claims'])
  const asked = typeof params['acr_values'] === 'string' ? params['acr_values'].split(' ').filter(isOurAcr) : []
  return [
    ...(demanded === undefined ? [] : [[demanded]]),
    ...(essential ? [essential] : []),
    ...(asked.length > 0 ? [asked] : []),
  ]
}

function essentialAcrs(claims: unknown): string[] | undefined {
  if (typeof claims !== 'string') return undefined
  try {
    const { acr } =
      (JSON.parse(claims) as { id_token?: { acr?: { essential?: boolean; value?: string; values?: string[] } } })
        .id_token ?? {}
    if (!acr?.essential) return undefined
    const values = acr.values ?? (acr.value === undefined ? undefined : [acr.value])
    return Array.isArray(values) ? values.map(String) : undefined
  } catch {
    return undefined
  }
}

/** The returned level: the first requested one that is satisfied, else the strongest. */
export const satisfiedAcr = (asked: readonly string[][], holds: readonly string[]): string | undefined =>
  asked.toReversed().flatMap(set => set.find(one => holds.includes(one)) ?? [])[0] ?? holds[0]

const isMet = (asked: readonly string[][], holds: readonly string[]) =>
  asked.every(set => set.some(one => holds.includes(one)))

export function interactionsOf(at: AutocommitContext): Policies.DefaultPolicy {
  const policy = base()
  const login = policy.get('login')
  const consent = policy.get('consent')
  if (!login || !consent) throw new Error('the provider has other prompts than it had')
  login.checks.remove('essential_acrs')
  login.checks.remove('essential_acr')
  login.checks.add(
    new Check('acr_unmet', 'the sign-in is not of the kind that is asked for', 'login_required', async ctx => {
      const { here } = currentRequest()
      if (!here || here.user !== ctx.oidc.session?.accountId) return Check.NO_NEED_TO_PROMPT
      const asked = requestedAcrs(await ofClient(at, ctx), ctx.oidc.params ?? {})
      if (!isMet(asked, here.acrs)) return Check.REQUEST_PROMPT
      // The session stores another level, which doesn't answer this request
      const told = satisfiedAcr(asked, here.acrs)
      if (ctx.oidc.session.acr !== told) ctx.oidc.session.acr = told
      return Check.NO_NEED_TO_PROMPT
    }),
  )
  login.checks.add(
    new Check('policy_unmet', 'an access policy asks for another sign-in', 'login_required', async ctx => {
      const user = ctx.oidc.session?.accountId
      const application = await ofClient(at, ctx)
      if (user === undefined || !application || currentRequest().here?.user !== user) return Check.NO_NEED_TO_PROMPT
      return (await admitBrowserUser(at, application, user)).unmet !== undefined
    }),
  )
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 1)
  policy.add(
    new Prompt(
      { name: 'admission', requestable: false },
      new Check('not_admitted', 'the person may not use this application', 'access_denied', async ctx => {
        const user = ctx.oidc.session?.accountId
        const application = await ofClient(at, ctx)
        if (user === undefined || !application) return Check.NO_NEED_TO_PROMPT
        return !(await admitBrowserUser(at, application, user)).allowed
      }),
    ),
    2,
  )
  consent.checks.remove('native_client_prompt')
  return policy
}

const ofClient = (at: AutocommitContext, ctx: KoaContextWithOIDC) =>
  ctx.oidc.client ? applicationOf(at, ctx.oidc.client.clientId) : Promise.resolve(undefined)
