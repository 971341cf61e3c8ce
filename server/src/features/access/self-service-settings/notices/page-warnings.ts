import type { Warning } from '@claviger/contract/access/self-service-settings/self-service-page'
import type { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { msg, sayTo } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { prefixesOf } from '#features/people/users/users.phones.ts'
import { isWithProvider, providerOfPage } from '../self-service-settings.provider.ts'
import { countUnreachable } from '../self-service-settings.store.ts'
import { textedCountries } from '../self-service-settings.ts'

const words: Record<Warning['kind'], string> = {
  'verification-none': msg("No identity check. Anyone who knows the answers can enroll a card in another user's name"),
  'name-only': msg(
    'Only a name is requested, and names are easy to find out. Ask for more information, or verify with a code',
  ),
  'card-names-holder': msg('Anyone with a card is treated as its holder, without further verification'),
  'recovery-unproven': msg(
    "Anyone who finds a card and knows its holder's answers can reset the PIN. Verify with a code or an identity provider, or turn off PIN reset",
  ),
  'nothing-asked': msg("The page doesn't ask for anything, so it can't identify users. Choose at least one field"),
  'no-service': msg('The page offers no services. Choose what users can do on it'),
  'no-way-for-codes': msg(
    "{count, plural, one {# user has} other {# users have}} no email or phone for a code and can't use this page",
  ),
  'provider-missing': msg("Choose an active identity provider. Without one, users can't sign in"),
  'provider-finds-nobody': msg(
    'The identity provider recognizes only users who already connected their account. In its settings, choose how users are matched',
  ),
  'automatic-incomplete': msg(
    "Enter the URL of your system and create a secret. Without them, users can't be verified",
  ),
  'desk-without-address': msg('Enter the email of the service desk. Without it, the service desk is not notified'),
}
const dangers: readonly Warning['kind'][] = ['verification-none', 'name-only', 'card-names-holder', 'recovery-unproven']
// These don't verify the visitor: a door system knows whose card it is, but not who holds it
const withoutProof: readonly PageSettings['verificationType'][] = ['none', 'selfConfirmation', 'automatic']

export async function warningsOfPage(
  ctx: TransactionContext,
  settings: PageSettings,
  hasSecret: boolean,
): Promise<Warning[]> {
  const { fields, verificationType: type, services, tellDesk } = settings
  const provider = await providerOfPage(ctx, { settings })
  const byId = fields.userId || fields.employeeId || fields.phoneNumber || settings.attributes.length > 0
  const byName = fields.firstName || fields.lastName
  const unreachable = type === 'default' ? await countUnreachable(ctx.db, await textedPrefixes(ctx)) : 0
  const found: [Warning['kind'], boolean][] = [
    ['verification-none', type === 'none'],
    ['name-only', type === 'selfConfirmation' && byName && !byId],
    ['card-names-holder', withoutProof.includes(type) && settings.cardNamesHolder],
    ['recovery-unproven', withoutProof.includes(type) && type !== 'none' && services.pinRecovery],
    ['nothing-asked', !byId && !byName && type !== 'entraId' && type !== 'sso' && !settings.cardNamesHolder],
    ['no-service', !services.enrollment && !services.pinRecovery],
    ['no-way-for-codes', unreachable > 0],
    ['provider-missing', isWithProvider(type) && provider === undefined],
    ['provider-finds-nobody', type !== 'identity' && provider?.settings.people.link === 'none'],
    ['automatic-incomplete', type === 'automatic' && (settings.automatic.url === null || !hasSecret)],
    ['desk-without-address', tellDesk.on && tellDesk.email === null],
  ]
  return found
    .filter(([, stands]) => stands)
    .map(([kind]) => ({
      kind,
      danger: dangers.includes(kind),
      says: sayTo(ctx)(words[kind], kind === 'no-way-for-codes' ? { count: unreachable } : undefined),
    }))
}

/** Dialing codes to which phone codes can be sent; empty without a gateway. */
export const textedPrefixes = async (ctx: TransactionContext): Promise<string[]> =>
  ctx.config.smsUrl === undefined ? [] : prefixesOf(await textedCountries(ctx))
