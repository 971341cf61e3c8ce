import type { InputOf, OutputOf } from '@claviger/contract/platform/endpoint'
import { pageVerifications, type selfService, selfServiceActions, spelt } from '@claviger/contract/access/self-service'
import { doneReply } from '@claviger/contract/platform/fields'
import type { PageLanguage } from '@claviger/contract/platform/languages'
import { verifications } from '@claviger/contract/keys/token-policies'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { FileReply, withoutTransaction } from '#http/bind.ts'
import { helpOf } from '../self-service-settings/self-service-settings.help.ts'
import { withCounts, keySettingsOf, type CardPage } from '../self-service-settings/self-service-settings.ts'
import { changeVisit } from './self-service.store.ts'
import { forgetVisitor, inVisit, newVisit, step, type Visit } from './visit.ts'

type Calls = (typeof selfService)['calls']
type Config = InputOf<Calls['config']['reply']>['selfService']

/**
 * Creates the token of a visit, valid for a quarter of an hour. Nothing is stored before a page is loaded with it.
 */
export const challengeForVisit = withoutTransaction(async (ctx: RequestContext) => ({ session: newVisit(ctx) }))

/**
 * Pages sign in at their workspace's providers without this library. The address remains for clients that still load
 * it (R85, G49).
 */
export const ssoLibrary = () =>
  new FileReply('// Nothing is needed here: /login/sso signs in.\n', 'text/javascript; charset=utf-8', {
    'cache-control': 'public, max-age=86400',
  })

/**
 * Returns a page's configuration and starts the visit: a completed visit restarts, one in progress continues.
 * @throws page-unknown, page-off
 */
export const loadPage = withoutTransaction((ctx: RequestContext, input: OutputOf<Calls['config']['input']>) =>
  inVisit(
    ctx,
    async (inside, { page, begun }) => {
      const counting = begun ? withCounts(inside, page, 'arrived', null) : undefined
      const [selfService] = await sendTogether(configOf(inside, page, input.language), counting)
      return { selfService }
    },
    input.id,
  ),
)

/** Starts an action and clears all earlier results. @throws wrong-step, service-off */
export const start = step(
  async (ctx: TransactionContext, { row, page }: Visit, input: OutputOf<Calls['start']['input']>) => {
    const { enrollment, pinRecovery } = page.settings.services
    if (!(input.type === selfServiceActions.enrollment ? enrollment : pinRecovery)) throw problem('service-off')
    await changeVisit(ctx.db, row.id, { ...forgetVisitor.card, action: input.type })
    return doneReply
  },
)

async function configOf(ctx: TransactionContext, page: CardPage, language: string | undefined): Promise<Config> {
  const { settings, workspace } = page
  const { fields, attributes } = settings
  const { verification } = await keySettingsOf(ctx, page)
  const texts = settings.messages[language as PageLanguage] ?? settings.messages.en
  const help = texts?.help || settings.messages.en?.help || null
  return {
    id: page.address,
    workspace: { id: workspace.id, name: workspace.name, icon: workspace.icon },
    configs: {
      inputReadingFormat: settings.inputReadingFormat,
      verification: verification === verifications.pin ? pageVerifications.pin : pageVerifications.none,
      ...(fields.userId && { hasUserId: true }),
      ...(fields.employeeId && { hasEmployeeId: true }),
      ...(fields.firstName && { hasFirstName: true }),
      ...(fields.lastName && { hasLastName: true }),
      ...(fields.phoneNumber && { hasPhoneNumber: true }),
      ...(attributes.length > 0 && {
        hasAdditionalAttribute: true,
        [spelt.additionalAttributes]: attributes.map(({ name }) => ({ name })),
      }),
    },
    services: settings.services,
    displayHomePageScreen: settings.displayHomePageScreen,
    messages: {
      help,
      helpParts: help === null ? null : helpOf(help),
      title: texts?.title || null,
      enrolled: texts?.enrolled || null,
      recovered: texts?.recovered || null,
    },
    authenticatorOnboarding: settings.authenticatorOnboarding,
    mainUrl: vouchedFor(ctx, page, settings.mainUrl),
    msalAutomation: settings.msalAutomation,
    loginHint: settings.loginHint,
    redirectUrl: vouchedFor(ctx, page, settings.redirectUrl),
    debugMode: settings.debugMode,
    production: ctx.config.environment === 'production',
  }
}

/** Address to which the page can redirect: its own origin, or one that its owner listed (G16). */
function vouchedFor(ctx: TransactionContext, { settings }: CardPage, address: string | null): string | null {
  const own = ctx.config.publicUrl
  if (address === null || !URL.canParse(address, own)) return null
  const { origin, href } = new URL(address, own)
  const listed = [own, ...settings.redirectOrigins].some(one => new URL(one).origin === origin)
  return listed ? href : null
}
