import { entryPointNames } from '@claviger/contract/decide/entry-points'
import { policySignInMethodNames } from '@claviger/contract/decide/policy-content'
import { keyKindNames } from '@claviger/contract/keys/security-keys'
import { countryOf, exactlyOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Facts } from '#platform/ui/page/Card.tsx'
import type { Names } from '../policy-content/known-names.ts'
import type { PartialFacts } from './trace-steps.ts'

export function FactList({ of, names }: { of: PartialFacts; names: Names }) {
  const unknown = t('Not known')
  const named = (id: string | null | undefined) => (id ? (names(id) ?? t('deleted item')) : unknown)
  const verified = of.verified === true ? t('Yes') : of.verified === false ? t('No') : unknown
  return (
    <Facts
      of={[
        ...(of.entry ? [[t('Used at'), t(entryPointNames[of.entry])] as const] : []),
        [t('User'), named(of.user)],
        ...(of.account && of.account !== of.user ? [[t('Account used'), named(of.account)] as const] : []),
        [t('Key'), of.keyKind ? t(keyKindNames[of.keyKind] ?? msg('Unknown')) : unknown],
        ...(of.way ? [[t('Sign-in method'), t(policySignInMethodNames[of.way])] as const] : []),
        [t('Site'), of.rp ?? unknown],
        ...(of.app ? [[t('Application'), named(of.app)] as const] : []),
        [t('Device'), named(of.device)],
        [
          t('IP address'),
          of.ip ? (
            <span key="ip" className="cv-mono">
              {of.ip}
            </span>
          ) : (
            unknown
          ),
        ],
        [t('Country'), of.country ? countryOf(of.country) : unknown],
        [t('Time'), of.at ? exactlyOf(of.at) : unknown],
        [t('User verified'), verified],
      ]}
    />
  )
}
