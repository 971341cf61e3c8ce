import type { RunPreview } from '@claviger/contract/work/runs'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { firstOf, UnableRows } from '#features/work/runs/UnableRows.tsx'
import { keyReasonOf, keyWordsOf } from './key-run-labels.ts'
import classes from '../keys.module.css'

const stays = msg('{count, plural, one {# key will not change:} other {# keys will not change:}}')

export function KeyPreview({ act, of, stay = stays }: { act: string; of: RunPreview; stay?: string }) {
  const unable = of.total - of.able
  return (
    <div className={classes.preview}>
      <p>
        <b>{t(keyWordsOf(act).act, { count: of.able })}</b>{' '}
        {of.total > of.able && t('of {total} selected', { total: count(of.total) })}
      </p>
      {of.able > 0 && <p className={classes.help}>{firstOf(of.names, of.able)}</p>}
      {unable > 0 && (
        <>
          <p>{t(stay, { count: unable })}</p>
          <UnableRows of={of.unable} reasonOf={keyReasonOf} />
        </>
      )}
    </div>
  )
}
