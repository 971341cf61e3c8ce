import { applications } from '@claviger/contract/apps/applications'
import type { Mapping } from '@claviger/contract/apps/applications'
import { Box, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PickOne } from '#features/decide/policy-content/PickMany.tsx'
import { fromUsers } from '#features/decide/policy-content/name-sources.ts'

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
        <Box component="p" className="cv-muted" mt={8}>
          {t('Choose a user to preview what the application receives.')}
        </Box>
      )}
      {user !== null && read.isError && <p className="cv-bad">{read.error.message}</p>}
      {user !== null && read.data && (
        <Stack component="dl" gap={8} mt={12} aria-live="polite">
          {read.data.claims.map(({ name, values }) => (
            <Grid columns="minmax(100px, 200px) minmax(0, 1fr)" gap={12} key={name}>
              <dt className="cv-muted cv-wrap">{name}</dt>
              <dd className="cv-wrap">{values.join(', ')}</dd>
            </Grid>
          ))}
          {read.data.empty.map(name => (
            <Grid columns="minmax(100px, 200px) minmax(0, 1fr)" gap={12} key={name}>
              <dt className="cv-muted cv-wrap">{name}</dt>
              <dd className="cv-muted cv-wrap">{t('no value, so it is omitted')}</dd>
            </Grid>
          ))}
        </Stack>
      )}
    </>
  )
}
