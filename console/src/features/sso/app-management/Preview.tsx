import { applications } from '@claviger/contract/apps/applications'
import type { Mapping } from '@claviger/contract/apps/applications'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { PickOne } from '#features/decide/policy-content/PickMany.tsx'
import { fromUsers } from '#features/decide/policy-content/name-sources.ts'
import classes from './app-management.module.css'

/** The attributes that a user would send to the application with the draft mapping. */
export function Preview({ of, mapping, groupsFilter }: { of: string; mapping: Mapping; groupsFilter: string[] }) {
  const [user, setUser] = useState<string | null>(null)
  const [ask] = useDebouncedValue({ mapping: mapping.filter(row => row.name !== ''), groupsFilter }, 300)
  const read = useRead(
    applications.preview,
    { id: of, user: user ?? '', ...ask },
    { when: user !== null, keepEarlier: true, quiet: true },
  )
  return (
    <>
      <PickOne label={t('User')} from={fromUsers} value={user} placeholder={t('Search by name…')} change={setUser} />
      {user === null && (
        <p className={classes.preview}>{t('Choose a user to preview what the application receives.')}</p>
      )}
      {user !== null && read.isError && <p className={classes.fault}>{read.error.message}</p>}
      {user !== null && read.data && (
        <dl className={classes.claims} aria-live="polite">
          {read.data.claims.map(({ name, values }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{values.join(', ')}</dd>
            </div>
          ))}
          {read.data.empty.map(name => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={classes.quiet}>{t('no value, so it is omitted')}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
