import type { RunPreview } from '@claviger/contract/work/runs'
import { Stack } from '@mantine/core'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { firstOf, UnableRows } from '#features/work/runs/UnableRows.tsx'
import { keyReasonOf, keyWordsOf } from './key-run-labels.ts'

const stays = msg('{count, plural, one {# key will not change:} other {# keys will not change:}}')

export function KeyPreview({ act, of, stay = stays }: { act: string; of: RunPreview; stay?: string }) {
  const unable = of.total - of.able
  return (
    <Stack className="cv-lead" gap={10} mt={12}>
      <p>
        <b>{t(keyWordsOf(act).act, { count: of.able })}</b>{' '}
        {of.total > of.able && t('of {total} selected', { total: count(of.total) })}
      </p>
      {of.able > 0 && <p className="cv-muted">{firstOf(of.names, of.able)}</p>}
      {unable > 0 && (
        <>
          <p>{t(stay, { count: unable })}</p>
          <UnableRows of={of.unable} reasonOf={keyReasonOf} />
        </>
      )}
    </Stack>
  )
}
