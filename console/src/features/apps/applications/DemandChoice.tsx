import { demands } from '@claviger/contract/apps/applications/application-settings'
import { strengths } from '@claviger/contract/decide/strengths'
import { NativeSelect } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { demandNames } from './demands.ts'
import { useSetting } from './setting-fields.tsx'

/** The sign-in that an application requires: a preset, or an authentication strength of the workspace. */
export function DemandChoice() {
  const { value, set, fault } = useSetting('demand')
  const named = useRead(strengths.names, {}, { quiet: true })
  const own = (named.data?.items ?? []).filter(({ preset }) => !preset)
  return (
    <NativeSelect
      size="sm"
      label={t('Required sign-in')}
      description={t('Users who signed in with another method are asked to sign in again.')}
      error={fault}
      value={String(value)}
      data={[
        ...demands.map(one => ({ value: one, label: t(demandNames[one]) })),
        ...own.map(({ strengthId, name }) => ({ value: strengthId, label: name })),
      ]}
      onChange={event => set(event.currentTarget.value)}
    />
  )
}
