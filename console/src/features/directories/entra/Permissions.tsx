import type { EntraCheckResult } from '@claviger/contract/directories/entra'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import classes from './entra.module.css'
import { purposeOf } from './permission-labels.ts'

export function Permissions({ of }: { of: EntraCheckResult }) {
  return (
    <>
      <Notice level={of.ok ? 'info' : 'warning'}>
        {of.ok ? t('The credentials are valid and have all permissions that an import needs.') : of.reason}
      </Notice>
      <ul className={classes.permissions} aria-label={t('Permissions')}>
        {of.permissions.map(({ name, given, needed }) => (
          <li key={name}>
            <span>
              <code className="cv-mono">{name}</code>
              <small>{purposeOf(name)}</small>
            </span>
            <Tag tone={given ? 'ok' : needed ? 'bad' : 'mute'}>
              {given ? t('Granted') : needed ? t('Missing') : t('Not granted')}
            </Tag>
          </li>
        ))}
      </ul>
    </>
  )
}
