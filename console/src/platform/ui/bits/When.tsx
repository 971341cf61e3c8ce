import { t } from '#platform/text/text.ts'
import { relativeTime, dayOf, exactlyOf, momentOf } from '#platform/text/formats.ts'

/** A relative time, with the exact time in `datetime` and on hover; a dash for null. */
export function When({ at, as = 'moment' }: { at: string | null; as?: 'moment' | 'ago' | 'day' }) {
  if (at === null) return <span aria-label={t('Never')}>—</span>
  const words = as === 'ago' ? relativeTime(at) : as === 'day' ? dayOf(at) : momentOf(at)
  return (
    <time dateTime={at} title={exactlyOf(at)}>
      {words}
    </time>
  )
}
