import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { ReactNode } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '../page/Notice.tsx'
import { Confirm } from './Confirm.tsx'
import { toast } from './toast.ts'

const mostNamed = 5

interface Props {
  of: Endpoint<{ readonly _zod: { input: { ids: string | (string | number)[] }; output: unknown } }>
  things: readonly { id: string; name: string }[]
  act: string
  /** Success message for the actual number: "3 lists deleted". */
  said: (removed: number) => string
  more?: object | null
  close: () => void
  done?: (() => void) | undefined
  children: ReactNode
}

export function DeleteMany({ of, things, act, said, more = {}, close, done, children }: Props) {
  const remove = useWrite(of, {
    quiet: true,
    done(reply) {
      toast('success', said(removedOf(reply) ?? things.length))
      close()
      done?.()
    },
  })
  return (
    <Confirm
      open
      title={`${act}?`}
      keep={t('Keep')}
      act={act}
      busy={remove.isPending}
      close={close}
      confirm={() => more && remove.mutate({ ...more, ids: things.map(({ id }) => id) })}
    >
      <p>
        <strong>{namesOf(things)}</strong>
      </p>
      {remove.isError && (
        <Notice level="error">{[remove.error, ...remove.error.fields].map(one => one.message).join(' ')}</Notice>
      )}
      {children}
    </Confirm>
  )
}

function namesOf(things: readonly { name: string }[]): string {
  const names = things
    .slice(0, mostNamed)
    .map(({ name }) => name)
    .join(', ')
  const count = things.length - mostNamed
  return count <= 0 ? names : t('{names} and {count, plural, one {# more} other {# more}}', { names, count })
}

const removedOf = (reply: unknown): number | undefined => {
  const { removed } = (reply ?? {}) as { removed?: unknown }
  return typeof removed === 'number' ? removed : undefined
}
