import { links } from '@claviger/contract/directories/links'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

interface UnlinkProps {
  of: { what: 'user' | 'group'; id: string }
  name: string
  directories: readonly { id: string; name: string }[]
  close: () => void
}

/** Unlinks a user or a group from one of its directories. */
export default function Unlink({ of, name, directories, close }: UnlinkProps) {
  const [connection, setConnection] = useState(directories[0]?.id ?? '')
  const unlink = useWrite(links.unlink, {
    quiet: true,
    done() {
      toast('success', t('{name} unlinked', { name }))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Unlink {name}?', { name })}
      keep={t('Keep linked')}
      act={of.what === 'user' ? t('Unlink 1 user') : t('Unlink 1 group')}
      busy={unlink.isPending}
      close={close}
      confirm={() => connection !== '' && unlink.mutate({ ...of, connection })}
    >
      <NativeSelect
        label={t('Directory')}
        data={directories.map(one => ({ value: one.id, label: one.name }))}
        value={connection}
        onChange={event => setConnection(event.currentTarget.value)}
      />
      <p>
        {of.what === 'user'
          ? t(
              'The user keeps keys, groups, and role. This directory no longer changes or suspends the user, not even if the user leaves it.',
            )
          : t('The group stays as it is. The next run of this directory adds its group again as a separate group.')}
      </p>
      {unlink.isError && <Notice level="error">{unlink.error.message}</Notice>}
    </Confirm>
  )
}
