import { links } from '@claviger/contract/directories/links'
import { type Group, groups } from '@claviger/contract/people/groups'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

/** Links this directory group with the group of another directory that means the same. */
export default function LinkGroup({ group, close }: { group: Group; close: () => void }) {
  const [other, setOther] = useState('')
  const found = useRead(groups.list, { type: 'external', pageSize: 100 }, { quiet: true })
  const link = useWrite(links.linkGroups, {
    quiet: true,
    done() {
      toast('success', t('Groups linked'))
      close()
    },
  })
  const others = (found.data?.items ?? []).filter(
    one => one.endedAt === null && one.source !== null && one.source.id !== group.source?.id,
  )
  return (
    <Confirm
      open
      title={t('Link 2 groups?')}
      keep={t('Keep separate')}
      act={t('Link 2 groups')}
      safe
      busy={link.isPending}
      close={close}
      confirm={() => other !== '' && link.mutate({ group: group.id, other })}
    >
      <NativeSelect
        label={t('Group of another directory')}
        data={[
          { value: '', label: t('Choose…') },
          ...others.map(one => ({
            value: one.id,
            label: t('{source} ({name})', { source: one.name, name: one.source?.name ?? '' }),
          })),
        ]}
        value={other}
        onChange={event => setOther(event.currentTarget.value)}
      />
      <p>
        {t(
          "The other group becomes {name}. For each user, the first directory that has the group decides about the membership. You can't undo this.",
          { name: group.name },
        )}
      </p>
      {link.isError && <Notice level="error">{link.error.message}</Notice>}
    </Confirm>
  )
}
