import type { ApplicationRow, ApplicationWarning } from '@claviger/contract/apps/applications'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'

export const protocolNames: Readonly<Record<number, string>> = {
  1: 'OpenID Connect',
  2: 'SAML',
  3: msg('Reverse proxy'),
  4: msg('Bookmark'),
}

export const protocolOf = ({ protocol }: { protocol: number }): string => t(protocolNames[protocol] ?? msg('Unknown'))

export const lookOf = ({ active }: { active: boolean }): StatusLook =>
  active ? { word: t('Active'), shape: 'disc', tone: 'ok' } : { word: t('Turned off'), shape: 'square', tone: 'mute' }

export const warningNames: Readonly<Record<ApplicationWarning, string>> = {
  'certificate-ends': msg('An application certificate expires soon'),
  'not-https': msg("A URL doesn't use https"),
  nobody: msg('No users have access yet'),
  'never-used': msg('No sign-ins yet'),
  'secret-changes': msg('Two secrets are currently valid'),
}

export const whoOf = ({ everyone, assigned }: Pick<ApplicationRow, 'everyone' | 'assigned'>): string =>
  everyone
    ? t('Everyone')
    : t('{count, plural, =0 {No users} one {# group, unit, or user} other {# groups, units, and users}}', {
        count: assigned,
      })
