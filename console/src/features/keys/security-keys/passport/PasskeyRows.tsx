import type { KeyPasskey } from '@claviger/contract/keys/security-keys'
import type { ReactNode } from 'react'
import { t, Trans } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { keyIcons } from '#features/keys/key-labels.ts'

function KeyIcon({ of }: { of: KeyPasskey['picture'] }) {
  const Icon = keyIcons[of]
  return <Icon size={20} stroke={1.6} aria-hidden />
}

export function PasskeyRows({ of, menuOf }: { of: readonly KeyPasskey[]; menuOf?: (one: KeyPasskey) => ReactNode }) {
  return (
    <IconRows>
      {of.map(one => (
        <IconRow
          key={one.id}
          icon={<KeyIcon of={one.picture} />}
          name={
            <>
              <strong>{one.rpId}</strong> {one.synced && <Tag tone="accent">{t('Synced')}</Tag>}
              {one.goneAt !== null && <Tag tone="warn">{t('Removed at the site')}</Tag>}
            </>
          }
          about={
            <>
              {one.userName ?? one.name} · {one.securityKeyName} ·{' '}
              <Trans id="added <0/>" components={[<When key="0" at={one.createdAt} as="day" />]} />
              {one.registeredBy !== null && (
                <> · {t('registered for the user by {name}', { name: one.registeredBy })}</>
              )}
            </>
          }
          last={
            one.lastUsedAt === null ? (
              t('Not used yet')
            ) : (
              <Trans id="Used <0/>" components={[<When key="0" at={one.lastUsedAt} as="ago" />]} />
            )
          }
          menu={menuOf?.(one)}
        />
      ))}
    </IconRows>
  )
}
