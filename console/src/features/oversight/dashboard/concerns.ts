import { apiKeys } from '@claviger/contract/connect/api-keys'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { saml } from '@claviger/contract/sso/saml'
import { users, userStatus } from '@claviger/contract/people/users'
import { trustDomains, trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { useSession } from '#shell/session.tsx'
import { lookOf } from '#features/people/users/user-status.ts'
import type { DashboardConcern, Look } from './dashboard-concern.ts'
import { useHealth } from './health.ts'

const ofUsers: readonly { status: number; says: string; act: string }[] = [
  {
    status: userStatus.noDevice,
    says: msg('{count, plural, one {# user has} other {# users have}} no key'),
    act: msg('Review'),
  },
  {
    status: userStatus.needLicense,
    says: msg('{count, plural, one {# user needs} other {# users need}} a license'),
    act: msg('Review'),
  },
  {
    status: userStatus.pending,
    says: msg('{count, plural, one {# activation is} other {# activations are}} waiting for the user'),
    act: msg('Remind'),
  },
  {
    status: userStatus.newUser,
    says: msg('{count, plural, one {# user was} other {# users were}} never sent an activation email'),
    act: msg('Send email'),
  },
]

const warn: Look = { shape: 'triangle', tone: 'warn' }
const warnDays = 14
const quiet = { quiet: true } as const

/** The administrator's pending tasks; `users` is the main query, `more` is true while others still load. */
export function useConcerns() {
  const { can } = useSession()
  const counts = useRead(users.counts, {}, { ...quiet, when: can('users.read') })
  const domains = useRead(trustDomains.list, {}, { ...quiet, when: can('workspace.write') })
  const keys = useRead(apiKeys.list, { pageSize: 100 }, { ...quiet, when: can('api-keys.write') })
  const security = useRead(securityKeys.counts, {}, { ...quiet, when: can('keys.write') })
  const health = useHealth()
  const certificates = useRead(saml.ending, {}, { ...quiet, when: can('applications.read') })
  const soon = new Date(keys.dataUpdatedAt + warnDays * 86_400_000).toISOString()
  const ending = keys.data?.items.filter(({ expiresAt }) => expiresAt !== null && expiresAt < soon).length ?? 0
  const unproven = domains.data?.items.filter(({ status }) => status === trustStatus.notVerified).length ?? 0
  const concerns: DashboardConcern[] = ofUsers.flatMap(({ status, says, act }) => {
    const count = counts.data?.byStatus.find(one => one.status === status)?.count ?? 0
    const to = '/dashboard/users'
    return count === 0
      ? []
      : [
          {
            key: `users ${status}`,
            look: lookOf(status),
            says: t(says, { count }),
            act: t(act),
            to,
            search: { status },
          },
        ]
  })
  const blocked = security.data?.blocked ?? 0
  if (blocked > 0)
    concerns.push({
      key: 'blocked keys',
      look: { shape: 'disc', tone: 'bad' },
      says: t('{count, plural, one {# key is} other {# keys are}} blocked because of wrong PINs', { count: blocked }),
      act: t('Unblock'),
      to: '/dashboard/security-keys',
      search: { blocked: 'true' },
    })
  if (unproven > 0)
    concerns.push({
      key: 'domains',
      look: warn,
      says: t('{count, plural, one {# trust domain is} other {# trust domains are}} not verified', { count: unproven }),
      act: t('Verify'),
      to: '/dashboard/workspace/trust-domains',
      search: {},
    })
  if (ending > 0)
    concerns.push({
      key: 'api-keys',
      look: warn,
      says: t('{count, plural, one {# API key expires soon or has} other {# API keys expire soon or have}} expired', {
        count: ending,
      }),
      act: t('Replace'),
      to: '/dashboard/api/keys',
      search: {},
    })
  const lost = keys.data?.items.filter(({ standing }) => standing !== 'whole').length ?? 0
  if (lost > 0)
    concerns.push({
      key: 'lost-api-keys',
      look: { shape: 'square', tone: 'bad' },
      says: t('{count, plural, one {# API key has} other {# API keys have}} lost permissions', { count: lost }),
      act: t('Take over'),
      to: '/dashboard/api/keys',
      search: {},
    })
  concerns.unshift(...health.concerns)
  if (certificates.data) concerns.push(...ofCertificates(certificates.data, certificates.dataUpdatedAt))
  return {
    users: counts,
    concerns,
    more: health.loading || [domains, keys, security, certificates].some(one => one.isLoading),
  }
}

const apps = '/dashboard/sso/apps'

function ofCertificates({ signs, application, applications }: OutputOf<typeof saml.ending.reply>, now: number) {
  const left = (endsAt: string) => Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 86_400_000))
  const lookFor = (days: number): Look => (days <= 7 ? { shape: 'square', tone: 'bad' } : warn)
  const search = { tab: 'saml' }
  const all: DashboardConcern[] = []
  if (signs !== null && application !== null)
    all.push({
      key: 'saml-certificate',
      look: lookFor(left(signs)),
      says: t('The certificate for SAML applications expires in {days, plural, one {# day} other {# days}}', {
        days: left(signs),
      }),
      act: t('Rotate'),
      to: `${apps}/${application}`,
      search,
    })
  const [first] = applications
  if (first)
    all.push({
      key: 'application-certificates',
      look: lookFor(left(first.endsAt)),
      says: t('{count, plural, one {# application has} other {# applications have}} a certificate that expires soon', {
        count: applications.length,
      }),
      act: t('Review'),
      to: applications.length === 1 ? `${apps}/${first.id}` : apps,
      search: applications.length === 1 ? search : {},
    })
  return all
}
