import { Status } from '#platform/ui/bits/Status.tsx'
import { lookOf } from './user-status.ts'

export function UserStatus({ status }: { status: number }) {
  const { shape, tone, word } = lookOf(status)
  return (
    <Status shape={shape} tone={tone}>
      {word}
    </Status>
  )
}
