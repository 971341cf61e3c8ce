import { t } from '../../text/text.ts'
import { agoOf, dayOf, exactlyOf, momentOf } from '../../text/formats.ts'

/** A moment in words, with the exact time for machines and on hover; nothing yet is a dash. */
export function When({ at, as = 'moment' }: { at: string | null; as?: 'moment' | 'ago' | 'day' }) {
  if (at === null) return <span aria-label={t('Never')}>—</span>
  const words = as === 'ago' ? agoOf(at) : as === 'day' ? dayOf(at) : momentOf(at)
  return (
    <time dateTime={at} title={exactlyOf(at)}>
      {words}
    </time>
  )
}
