import { agoOf, dayOf, momentOf } from './moments.ts'

/** A moment in words, with the exact time for machines and on hover; nothing yet is a dash. */
export function When({ at, as = 'moment' }: { at: string | null; as?: 'moment' | 'ago' | 'day' }) {
  if (at === null) return <span aria-label="Never">—</span>
  const words = as === 'ago' ? agoOf(at) : as === 'day' ? dayOf(at) : momentOf(at)
  return (
    <time dateTime={at} title={new Date(at).toLocaleString('en-US', { hourCycle: 'h23' })}>
      {words}
    </time>
  )
}
