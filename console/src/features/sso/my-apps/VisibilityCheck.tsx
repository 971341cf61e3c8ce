import { Box } from '@mantine/core'
import { myApps } from '@claviger/contract/sso/my-apps'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { NamesContext, useKnown } from '#features/decide/policy-content/known-names.ts'
import { PickOne } from '#features/decide/policy-content/PickMany.tsx'
import { fromUsers } from '#features/decide/policy-content/name-sources.ts'

export function VisibilityCheck({ of }: { of: string }) {
  const [user, setUser] = useState<string | null>(null)
  const known = useKnown()
  const read = useRead(myApps.why, { id: of, user: user ?? '' }, { when: user !== null, fresh: 0 })
  return (
    <NamesContext value={known}>
      <PickOne label={t('User')} from={fromUsers} value={user} placeholder={t('Search by name…')} change={setUser} />
      <Box mt={12} role="status">
        {user !== null && read.data && (
          <Notice level={read.data.because === 'none' ? 'info' : 'warning'}>{read.data.says}</Notice>
        )}
      </Box>
    </NamesContext>
  )
}
