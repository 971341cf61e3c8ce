import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { BulkAct, bulkRuns } from '@claviger/contract/people/bulk-runs'
import { Stack } from '@mantine/core'
import { LostApiKeys } from '#features/tenancy/administrators/LostApiKeys.tsx'
import { Trans, t } from '#platform/text/text.ts'
import { firstOf, UnableRows } from '#features/work/runs/UnableRows.tsx'
import { reasonOf, wordsOf } from './user-run-labels.ts'

export function Preview({ act, of }: { act: BulkAct; of: OutputOf<typeof bulkRuns.preview.reply> }) {
  const { will, danger } = wordsOf(act)
  const unable = of.total - of.able
  return (
    <Stack className="cv-lead" gap={10}>
      <p>
        <Trans id={will} values={{ able: of.able, count: of.total }} components={[<b key="able" />]} />{' '}
        {danger &&
          of.keys > 0 &&
          t('They can no longer use {count, plural, one {# key} other {# keys}}.', { count: of.keys })}
      </p>
      {of.able > 0 && <p className="cv-muted">{firstOf(of.names, of.able)}</p>}
      <LostApiKeys names={of.apiKeys} />
      {unable > 0 && (
        <>
          <p>
            <Trans
              id="{count, plural, one {<0># user</0> will not change:} other {<0># users</0> will not change:}}"
              values={{ count: unable }}
              components={[<b key="unable" />]}
            />
          </p>
          <UnableRows of={of.unable} reasonOf={reasonOf} />
        </>
      )}
    </Stack>
  )
}
