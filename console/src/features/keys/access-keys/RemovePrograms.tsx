import { accessKeys } from '@claviger/contract/keys/access-keys'
import type { ReaderApp } from '@claviger/contract/keys/access-keys'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** So many names are said before the rest is counted. */
const MOST_NAMED = 5

/** Asks before programs are revoked; `done` is called once they are gone. */
export default function RemovePrograms({
  apps,
  done,
  close,
}: {
  apps: readonly ReaderApp[]
  done?: () => void
  close: () => void
}) {
  const count = apps.length
  const remove = useWrite(accessKeys.removeMany, {
    done({ removed }) {
      toast('success', t('{count, plural, one {# program} other {# programs}} removed', { count: removed }))
      done?.()
      close()
    },
  })
  const act = t('Remove {count, plural, one {# program} other {# programs}}', { count })
  const named = apps.slice(0, MOST_NAMED).map(({ name }) => name)
  const rest = count - named.length
  return (
    <Confirm
      open
      title={`${act}?`}
      keep={t('Keep')}
      act={act}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ ids: apps.map(({ id }) => id) }, { onError: close })}
    >
      <p>
        <strong>
          {rest === 0
            ? named.join(', ')
            : t('{names} and {count, plural, one {# other} other {# others}}', {
                names: named.join(', '),
                count: rest,
              })}
        </strong>
      </p>
      <p>{t('Cards tapped there are refused from now on, also in the middle of a use.')}</p>
      <p>{t('To use it again, register the program anew with a Clients API key.')}</p>
    </Confirm>
  )
}
