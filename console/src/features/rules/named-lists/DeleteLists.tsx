import { namedLists } from '@claviger/contract/rules/named-lists'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'

/** Asks before named lists are deleted; one that a policy names stays. */
export default function DeleteLists({
  lists,
  close,
  done,
}: {
  lists: readonly { id: string; name: string; policies: number }[]
  close: () => void
  done: () => void
}) {
  const [refused, setRefused] = useState<string | null>(null)
  const remove = useWrite(namedLists.removeMany, {
    quiet: true,
    done({ removed }) {
      toast('success', t('{count, plural, one {# list} other {# lists}} deleted', { count: removed }))
      close()
      done()
    },
  })
  const used = lists.filter(({ policies }) => policies > 0)
  const act = t('Delete {count, plural, one {# list} other {# lists}}', { count: lists.length })
  return (
    <Confirm
      open
      title={`${act}?`}
      keep={t('Keep')}
      act={act}
      busy={remove.isPending}
      close={close}
      confirm={() =>
        remove.mutate(
          { ids: lists.map(({ id }) => id) },
          { onError: ({ message, fields }) => setRefused([message, ...fields.map(one => one.message)].join(' ')) },
        )
      }
    >
      <p>
        <strong>{lists.map(({ name }) => name).join(', ')}</strong>
      </p>
      {used.length > 0 && (
        <Notice level="warning">
          {t('Policies name {names}. A list in use is not deleted: take it out of them first.', {
            names: used.map(({ name }) => name).join(', '),
          })}
        </Notice>
      )}
      {refused !== null && <Notice level="error">{refused}</Notice>}
      <p>{t('This cannot be undone.')}</p>
    </Confirm>
  )
}
