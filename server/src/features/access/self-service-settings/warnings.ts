import type { Warning } from '@claviger/contract/access/self-service-settings/page'
import type { PageSettings } from '@claviger/contract/access/self-service-settings/settings'
import { msg, sayTo } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { prefixesOf } from '../../people/users/users.phones.ts'
import { providerOfPage } from './self-service-settings.provider.ts'
import { countUnreachable } from './self-service-settings.store.ts'
import { textedCountries } from './self-service-settings.ts'

const words: Record<Warning['kind'], string> = {
  'verification-none': msg('Nobody proves who they are. Whoever knows the answers can take a card in another’s name'),
  'name-only': msg('A name is all that is asked, and names are known. Ask for more, or verify by a code'),
  'card-names-holder': msg('Whoever holds a card is taken for the person it belongs to, and nothing else is verified'),
  'recovery-unproven': msg(
    'Whoever finds a card and knows the answers of its owner can set its PIN anew. Verify by a code or an identity provider, or offer no new PINs',
  ),
  'nothing-asked': msg('Nothing is asked, so nobody can be found. Choose at least one answer'),
  'no-service': msg('The page offers nothing. Choose what people can do on it'),
  'no-way-for-codes': msg(
    '{count, plural, one {# user has} other {# users have}} no address for a code, and cannot use this page',
  ),
  'provider-missing': msg('Choose an identity provider that is switched on, or nobody can sign in'),
  'provider-finds-nobody': msg(
    'The identity provider only knows who connected the account before. Choose there what it finds people by',
  ),
  'automatic-incomplete': msg('Enter the address of your system and make a secret, or nobody is verified'),
  'desk-without-address': msg('Enter the address of the service desk, or it is not told'),
}
const dangers: readonly Warning['kind'][] = ['verification-none', 'name-only', 'card-names-holder', 'recovery-unproven']
// These say nothing of whoever stands at the page: a door system knows whose card it is, not who holds it
const withoutProof: readonly PageSettings['verificationType'][] = ['none', 'selfConfirmation', 'automatic']

/** What makes these settings unsafe or useless, in the language of whoever asks. */
export async function warningsOf(ctx: Ctx, settings: PageSettings, hasSecret: boolean): Promise<Warning[]> {
  const { fields, verificationType: type, services, tellDesk } = settings
  const elsewhere = type === 'entraId' || type === 'sso'
  const provider = await providerOfPage(ctx, { settings })
  const byId = fields.userId || fields.employeeId || fields.phoneNumber || settings.attributes.length > 0
  const byName = fields.firstName || fields.lastName
  const unreachable = type === 'default' ? await countUnreachable(ctx.db, await textedPrefixes(ctx)) : 0
  const found: [Warning['kind'], boolean][] = [
    ['verification-none', type === 'none'],
    ['name-only', type === 'selfConfirmation' && byName && !byId],
    ['card-names-holder', withoutProof.includes(type) && settings.cardNamesHolder],
    ['recovery-unproven', withoutProof.includes(type) && type !== 'none' && services.pinRecovery],
    ['nothing-asked', !byId && !byName && !elsewhere && !settings.cardNamesHolder],
    ['no-service', !services.enrollment && !services.pinRecovery],
    ['no-way-for-codes', unreachable > 0],
    ['provider-missing', elsewhere && provider === undefined],
    ['provider-finds-nobody', provider?.settings.people.link === 'none'],
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

/** What the numbers begin with to which codes go; nothing where there is no gateway. */
export const textedPrefixes = async (ctx: Ctx): Promise<string[]> =>
  ctx.config.smsUrl === undefined ? [] : prefixesOf(await textedCountries(ctx))
