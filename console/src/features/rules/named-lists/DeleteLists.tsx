import { namedLists } from '@claviger/contract/rules/named-lists'
import { t } from '#platform/text/text.ts'
import { DeleteMany } from '#platform/ui/over/DeleteMany.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'

interface Props {
  lists: readonly { id: string; name: string; policies: number }[]
  close: () => void
  done: () => void
}

export default function DeleteLists({ lists, close, done }: Props) {
  const used = lists.filter(({ policies }) => policies > 0)
  return (
    <DeleteMany
      of={namedLists.removeMany}
      things={lists}
      act={t('Delete {count, plural, one {# list} other {# lists}}', { count: lists.length })}
      said={count => t('{count, plural, one {# list} other {# lists}} deleted', { count })}
      close={close}
      done={done}
    >
      {used.length > 0 && (
        <Notice level="warning">
          {t('Policies use this list: {names}. Remove the list from them before you delete it.', {
            names: used.map(({ name }) => name).join(', '),
          })}
        </Notice>
      )}
      <p>{t("You can't undo this.")}</p>
    </DeleteMany>
  )
}
